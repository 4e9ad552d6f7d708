package io.taktstrom.cli.device;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt write}. All values are checked before the first is sent. */
@Command(
        name = "write",
        description = "Write values. Shows the changes and asks, unless told --yes.",
        footer = {
            "",
            "Integers may be 255, 16#FF or 0xFF; a TIME 250ms or T#1d2h; arrays and structures are JSON.",
            "",
            "Examples:",
            "  takt write ads://10.0.0.5/5.1.2.3.1.1 MAIN.setpoint=21.5",
            "  takt write ads://10.0.0.5/5.1.2.3.1.1 MAIN.limits=[1,2,3] --yes"
        })
public final class WriteValuesCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeviceUri device = new DeviceUri();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "ADDRESS=VALUE",
            description = "What to write, split at the first equals sign after an address.")
    private List<String> assignments = List.of();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        List<DataPoint> points = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (String assignment : assignments) {
            int equals = endOfAddress(assignment);
            if (equals < 1) {
                throw new UsageException(
                        "'" + assignment + "' is not ADDRESS=VALUE; write for example " + assignment + "=1");
            }
            points.add(DataPoint.of(assignment.substring(0, equals)).withWritable());
            texts.add(assignment.substring(equals + 1));
        }
        requireConsent(yes, "write");
        try (Connection connection = device.connect(shell, points);
                PointGroup group = connection.resolve(points)) {
            SampleBatch wanted = group.newBatch();
            if (!prepare(group, texts, wanted)) {
                NameGuess.suggest(shell, connection, group);
                return ExitCode.FAILED;
            }
            if (!yes && !confirmed(connection, group, wanted)) {
                shell.note("nothing was written");
                return ExitCode.FAILED;
            }
            return write(connection, group, wanted);
        }
    }

    /** Addresses of OPC UA have equals signs themselves: {@code ns=2;s=speed=7}. */
    private int endOfAddress(String assignment) {
        ConnectorProvider provider = device.provider(shell);
        Endpoint endpoint = device.endpoint(shell);
        for (int equals = assignment.indexOf('='); equals > 0; equals = assignment.indexOf('=', equals + 1)) {
            String address = assignment.substring(0, equals);
            if (!address.isBlank()
                    && provider.validate(endpoint, DataPoint.of(address)).isEmpty()) {
                return equals;
            }
        }
        return assignment.indexOf('=');
    }

    private boolean prepare(PointGroup group, List<String> texts, SampleBatch wanted) {
        boolean usable = true;
        for (int point = 0; point < group.size(); point++) {
            String address = group.points().get(point).address();
            if (StatusCode.isBad(group.statusAt(point))) {
                shell.note(address + ": " + StatusCode.name(group.statusAt(point)) + "; nothing was written");
                usable = false;
                continue;
            }
            try {
                Values.put(wanted, point, ValueInput.parse(group.typeAt(point), texts.get(point)));
            } catch (IllegalArgumentException e) {
                throw new UsageException(address + ": " + e.getMessage() + "; nothing was written");
            }
        }
        return usable;
    }

    private boolean confirmed(Connection connection, PointGroup group, SampleBatch wanted) throws IOException {
        SampleBatch present = group.newBatch();
        connection.read(group, present);
        for (int i = 0; i < wanted.size(); i++) {
            shell.terminal()
                    .err()
                    .println(group.points().get(i).address() + ": " + Printable.value(present, i) + " -> "
                            + Printable.value(wanted, i));
        }
        return shell.terminal().agrees("Write to " + device.text(shell) + "?");
    }

    private int write(Connection connection, PointGroup group, SampleBatch wanted) throws ConnectorException {
        int[] statuses = new int[wanted.size()];
        connection.write(group, wanted, statuses);
        Listing table = new Listing("point", "status", "written");
        for (int i = 0; i < wanted.size(); i++) {
            table.row(
                    group.points().get(wanted.pointAt(i)).address(),
                    StatusCode.name(statuses[i]),
                    StatusCode.isBad(statuses[i]) ? "-" : Printable.value(wanted, i));
        }
        table.print(out());
        return ExitCode.of(IntStream.of(statuses).noneMatch(StatusCode::isBad));
    }
}
