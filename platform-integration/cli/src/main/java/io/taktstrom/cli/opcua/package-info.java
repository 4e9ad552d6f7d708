/**
 * Commands for OPC UA alone. Only here the command line uses classes of the connector.
 *
 * <pre>
 *   history --> io.taktstrom.opcua.OpcUaConnection
 *   trust --> io.taktstrom.kit.trust     import opcua --> NodeSet     simulate opcua --> io.taktstrom.opcua.simulator
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.opcua;

import org.jspecify.annotations.NullMarked;
