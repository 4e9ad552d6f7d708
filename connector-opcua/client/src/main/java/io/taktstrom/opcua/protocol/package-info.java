/**
 * OPC UA binary (OPC 10000-6, 5.2) as bytes: no sockets, no threads, no Milo.
 *
 * <pre>
 *   NotificationMessage: ItemNotification (values or events) | StatusChangeNotification
 *      in their order (MessageOrder), checked, then walked       |
 *                                    DataValue | Variant         read by DataValueFrame, over a WireReader
 *                                                Variant         written by a WireWriter
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.protocol;

import org.jspecify.annotations.NullMarked;
