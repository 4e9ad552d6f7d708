/**
 * What OPC UA servers share, on Eclipse Milo's server: the simulator and the sink that publishes as a server.
 *
 * <pre>
 *  ServerSecurity   endpoints, log-in, certificates --+
 *  ServerThreads    all threads of one server      ---+--> ServerSetup --> OpcUaServer, which listens
 *  ServerHosts      the names in its URLs          ---+
 *  PushingNamespace folders and variables that push their values to monitored items
 *  ItemSink         a monitored item that gets each value of a variable
 *  type             data types and values
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.server;

import org.jspecify.annotations.NullMarked;
