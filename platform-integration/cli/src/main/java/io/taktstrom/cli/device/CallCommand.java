package io.taktstrom.cli.device;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.MethodConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt call}. */
@Command(
        name = "call",
        description =
                "Call a method of an OPC UA server, or of a function block of a TwinCAT PLC. Shows the call and asks, unless told --yes.",
        footer = {
            "",
            "Arguments are written as for 'takt write'; the method defines their types. Options go before them.",
            "",
            "Examples:",
            "  takt call --yes opc.tcp://10.0.0.7 'ns=2;s=Press' Start 1500",
            "  takt call --yes --json opc.tcp://10.0.0.7 /Objects/2:Press Add 2 3",
            "  takt call --yes ads://10.0.0.5/5.1.2.3.1.1:851 MAIN.fbPress Start 1500"
        })
public final class CallCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeviceUri device = new DeviceUri();

    @Parameters(index = "1", paramLabel = "OBJECT", description = "Address of the object that has the method.")
    private String object = "";

    @Parameters(
            index = "2",
            paramLabel = "METHOD",
            description = "Its name in the object; with OPC UA its browse name, or its address.")
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
            if (!(connection instanceof MethodConnection caller)) {
                throw new UsageException(
                        "devices of this protocol have no methods; write the variable that it waits for");
            }
            DeviceMethod found = caller.method(object, method);
            SampleBatch inputs = inputs(found);
            if (!yes && !shell.terminal().agrees("Call " + found.signature() + " with " + arguments + "?")) {
                shell.note("nothing was called");
                return ExitCode.FAILED;
            }
            SampleBatch outputs = found.call(inputs);
            if (outputs.isEmpty() && !json) {
                shell.note("done; the method returns nothing");
            } else {
                out().printSamples(outputs, json);
            }
            return ExitCode.GOOD;
        }
    }

    private SampleBatch inputs(DeviceMethod found) {
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
