/**
 * What a connector implements, and what a developer who embeds one calls.
 *
 * <pre>
 *  ConnectorProvider --connect(Endpoint)--> Connection --resolve(points)--> PointGroup
 *   (one per protocol, stateless)             |  one live session: dies once      |
 *                                             |                                   v
 *                                             +-- read / write / subscribe ---> SampleBatch --> SampleSink
 *                                             +-- browse --> BrowseCursor
 *                                             +-- method --> DeviceMethod (MethodConnection)
 * </pre>
 */
@NullMarked
package io.taktstrom.spi;

import org.jspecify.annotations.NullMarked;
