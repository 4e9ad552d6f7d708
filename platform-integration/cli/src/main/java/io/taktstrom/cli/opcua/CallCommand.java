package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.util.List;

import io.taktstrom.cli.device.Device;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
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
        description = "Call a method of an OPC UA server. Shows what would be called and asks, unless told --yes.",
        footer = {
            "",
            "Arguments are written as for 'takt write'; the method says their types. Options go before them.",
            "",
            "Examples:",
            "  takt call --yes opc.tcp://10.0.0.7 'ns=2;s=Press' Start 1500",
            "  takt call --yes --json opc.tcp://10.0.0.7 /Objects/2:Press Add 2 3"
        })
public final class CallCommand extends ShellCommand {

    @Mixin
    private Device device = new Device();

    @Parameters(index = "1", paramLabel = "OBJECT", description = "Address of the object that has the method.")
    private String object = "";

    @Parameters(
            index = "2",
            paramLabel = "METHOD",
            description = "The method: its browse name in the object, or its address.")
    private String method = "";

    @Parameters(index = "3..*", paramLabel = "ARGUMENT", description = "What the method takes, in its order.")
    private List<String> arguments = List.of();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--json", description = "Print one JSON object per line and value that the method gives.")
    private boolean json;

    public CallCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        if (!yes && !shell.terminal().inIsLive()) {
            throw wrong("the call cannot be confirmed: the input is not a terminal; use --yes");
        }
        try (Connection connection = device.connect(shell)) {
            OpcUaConnection server = OpcUaServer.of(connection, spec);
            OpcUaMethod found = server.method(object, method);
            SampleBatch inputs = inputs(found);
            if (!yes && !agreed(found)) {
                shell.note("nothing was called");
                return ExitCode.FAILED;
            }
            print(server.call(found, inputs));
            return ExitCode.GOOD;
        }
    }

    private SampleBatch inputs(OpcUaMethod found) {
        if (arguments.size() != found.inputs().size()) {
            throw wrong(found.signature() + " takes " + found.inputs().size() + " arguments, got " + arguments.size()
                    + "; nothing was called");
        }
        SampleBatch inputs = found.inputs().newBatch();
        for (int i = 0; i < arguments.size(); i++) {
            try {
                Values.put(inputs, i, ValueInput.parse(found.inputs().typeAt(i), arguments.get(i)));
            } catch (IllegalArgumentException e) {
                throw wrong(found.inputs().points().get(i).name() + " of " + found.signature() + ": " + e.getMessage()
                        + "; nothing was called");
            }
        }
        return inputs;
    }

    private boolean agreed(OpcUaMethod found) throws IOException {
        return shell.terminal().agrees("Call " + found.signature() + " with " + arguments + "?");
    }

    private void print(SampleBatch outputs) {
        if (json) {
            out().printJson(outputs);
            return;
        }
        if (outputs.isEmpty()) {
            shell.note("done; the method gives nothing back");
            return;
        }
        Table table = new Table("RESULT", "STATUS", "TYPE", "VALUE");
        for (int i = 0; i < outputs.size(); i++) {
            table.row(
                    outputs.group().points().get(i).name(),
                    StatusCode.name(outputs.statusAt(i)),
                    outputs.group().typeAt(i).text(),
                    Printable.value(outputs, i));
        }
        table.print(out());
    }
}
