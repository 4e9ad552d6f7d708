package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.device.DeviceUri;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.opcua.OpcUaConnection;
import io.taktstrom.opcua.method.OpcUaMethod;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.spi.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt call}. */
@Command(
        name = "call",
        description = "Call a method of an OPC UA server. Shows the call and asks, unless told --yes.",
        footer = {
            "",
            "Arguments are written as for 'takt write'; the method defines their types. Options go before them.",
            "",
            "Examples:",
            "  takt call --yes opc.tcp://10.0.0.7 'ns=2;s=Press' Start 1500",
            "  takt call --yes --json opc.tcp://10.0.0.7 /Objects/2:Press Add 2 3"
        })
public final class CallCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeviceUri device = new DeviceUri();

    @Parameters(index = "1", paramLabel = "OBJECT", description = "Address of the object that has the method.")
    private String object = "";

    @Parameters(index = "2", paramLabel = "METHOD", description = "Its browse name in the object, or its address.")
    private String method = "";

    @Parameters(index = "3..*", paramLabel = "ARGUMENT", description = "The arguments of the method, in its order.")
    private List<String> arguments = List.of();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--json", description = "Print one JSON object per line and returned value.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        requireConsent(yes, "call");
        try (Connection connection = shell.connect(device.endpoint(shell))) {
            OpcUaConnection server = server(connection);
            OpcUaMethod found = server.method(object, method);
            SampleBatch inputs = inputs(found);
            if (!yes && !shell.terminal().agrees("Call " + found.signature() + " with " + arguments + "?")) {
                shell.note("nothing was called");
                return ExitCode.FAILED;
            }
            SampleBatch outputs = server.call(found, inputs);
            if (outputs.isEmpty() && !json) {
                shell.note("done; the method returns nothing");
            } else {
                out().printSamples(outputs, json);
            }
            return ExitCode.GOOD;
        }
    }

    /** The session of a command that only OPC UA has. */
    static OpcUaConnection server(Connection connection) {
        if (connection instanceof OpcUaConnection server) {
            return server;
        }
        throw new UsageException("this command needs an OPC UA server; give a URI that begins with opc.tcp://");
    }

    private SampleBatch inputs(OpcUaMethod found) {
        if (arguments.size() != found.inputs().size()) {
            throw new UsageException(found.signature() + " takes "
                    + found.inputs().size() + " arguments, got " + arguments.size() + "; nothing was called");
        }
        SampleBatch inputs = found.inputs().newBatch();
        for (int i = 0; i < arguments.size(); i++) {
            try {
                Values.put(inputs, i, ValueInput.parse(found.inputs().typeAt(i), arguments.get(i)));
            } catch (IllegalArgumentException e) {
                throw new UsageException(found.inputs().points().get(i).name() + " of " + found.signature() + ": "
                        + e.getMessage() + "; nothing was called");
            }
        }
        return inputs;
    }
}
