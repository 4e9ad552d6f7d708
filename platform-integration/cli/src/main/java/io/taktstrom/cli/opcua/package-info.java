/**
 * The commands that only OPC UA has. Only here the command line knows the connector's classes.
 *
 * <pre>
 *   call, history --> OpcUaServer --> io.taktstrom.opcua.OpcUaConnection
 *   trust --> io.taktstrom.opcua.trust     import opcua --> NodeSet     simulate opcua --> io.taktstrom.opcua.simulator
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.opcua;

import org.jspecify.annotations.NullMarked;
