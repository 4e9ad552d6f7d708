package io.taktstrom.cli.opcua;

import io.taktstrom.opcua.OpcUaConnection;
import io.taktstrom.spi.Connection;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The device of a command that only OPC UA has. */
final class OpcUaServer {

    private OpcUaServer() {}

    static OpcUaConnection of(Connection connection, CommandSpec command) {
        if (connection instanceof OpcUaConnection server) {
            return server;
        }
        throw new ParameterException(
                command.commandLine(), "only OPC UA servers can do that; give a URI that begins with opc.tcp://");
    }
}
