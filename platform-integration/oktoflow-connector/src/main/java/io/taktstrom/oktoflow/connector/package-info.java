/**
 * Our connectors on oktoflow's connector SPI. Its words stay here: adapter, translator, model access.
 *
 * <pre>
 *   ServiceLoader --&gt; AdsDescriptor, S7Descriptor, OpcUaDescriptor --create--&gt; AdsConnector, ...
 *   plug-in manager --&gt; AdsPlugin, ... -------------------------'                |
 *                                                              PlatformConnector (AbstractConnector)
 *     translators --&gt; PlatformAccess (ModelAccess) --&gt; DeviceSession &lt;--'  '--&gt; Sampler --rounds--&gt; received()
 * </pre>
 */
@NullMarked
package io.taktstrom.oktoflow.connector;

import org.jspecify.annotations.NullMarked;
