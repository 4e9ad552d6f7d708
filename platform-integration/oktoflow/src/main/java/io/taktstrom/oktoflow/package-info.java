/**
 * What a connector of oktoflow asks for, said in Taktstrom's words, without a class of oktoflow: so each build checks it.
 *
 * <pre>
 *   ConnectorParameter --PlatformParameters--&gt; DeviceTarget       endpoint, point addresses, cycle
 *                                                |
 *   ModelAccess get/set --name--&gt; PathRule --&gt; DeviceSession ==managed connection==&gt; device
 *                                                |  ^
 *   translators  &lt;--PlatformValue, Exact, Beans--'  '--samples: Round after Round, each with its values
 * </pre>
 */
@NullMarked
package io.taktstrom.oktoflow;

import org.jspecify.annotations.NullMarked;
