/**
 * Publishes points as variables of an OPC UA server.
 *
 * <pre>
 *  OpcUaServerProvider --open--> OpcUaServerSink --inlet--> VariableInlet        (thread of a pipeline)
 *                                     |                         | set(sample)
 *                                     v                         v
 *                        Milo's server, sockets    PointSpace: folders, PointVariable: last value, monitored items
 *                                     ^                         |
 *                        ClientTrust, ClientLimits         PointTypes: data types, values
 * </pre>
 *
 * <p>Published is a sample that is in the address space. Each monitored item is given each sample, so its queue says what a
 * client lost; a client that reads nothing costs its queue.
 */
@NullMarked
package io.taktstrom.sinks.opcua;

import org.jspecify.annotations.NullMarked;
