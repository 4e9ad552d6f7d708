/**
 * The OPC UA connector.
 *
 * <pre>
 *   OpcUaProvider --> UaConnection
 *                       groups, reads, writes, subscriptions, browsing
 *                         |                 |
 *                       value             stack        types and values as bytes; Milo: channel, session, services
 *                         `-------+---------'
 *                              protocol                bytes
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua;

import org.jspecify.annotations.NullMarked;
