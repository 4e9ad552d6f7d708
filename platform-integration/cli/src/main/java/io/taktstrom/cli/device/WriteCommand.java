package io.taktstrom.cli.device;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Table;
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
        description = "Write values. Shows what would change and asks, unless told --yes.",
        footer = {
            "",
            "Integers may be 255, 16#FF or 0xFF; a TIME 250ms or T#1d2h; arrays and structures are JSON.",
            "",
            "Examples:",
            "  takt write ads://10.0.0.5/5.1.2.3.1.1 MAIN.setpoint=21.5",
            "  takt write ads://10.0.0.5/5.1.2.3.1.1 MAIN.limits=[1,2,3] --yes"
        })
public final class WriteCommand extends ShellCommand {

    @Mixin
    private Device device = new Device();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "ADDRESS=VALUE",
            description = "What to write, split at the first equals sign behind an address.")
    private List<String> assignments = List.of();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    public WriteCommand(Shell shell) {
        super(shell);
    }

    /** Addresses of OPC UA have equals signs themselves: {@code ns=2;s=speed=7}. */
    private int endOfAddress(String assignment) {
        ConnectorProvider provider = device.provider(shell);
        Endpoint endpoint = device.endpoint(shell);
        int equals = assignment.indexOf('=');
        while (equals > 0 && !isAddress(provider, endpoint, assignment.substring(0, equals))) {
            equals = assignment.indexOf('=', equals + 1);
        }
        return equals > 0 ? equals : assignment.indexOf('=');
    }

    private static boolean isAddress(ConnectorProvider provider, Endpoint endpoint, String text) {
        return !text.isBlank()
                && provider.validate(endpoint, DataPoint.of(text)).isEmpty();
    }

    @Override
    public Integer call() throws IOException {
        List<DataPoint> points = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (String assignment : assignments) {
            int equals = endOfAddress(assignment);
            if (equals < 1) {
                throw wrong("'" + assignment + "' is not ADDRESS=VALUE; write for example " + assignment + "=1");
            }
            points.add(DataPoint.of(assignment.substring(0, equals)).withWritable());
            texts.add(assignment.substring(equals + 1));
        }
        if (!yes && !shell.terminal().inIsLive()) {
            throw wrong("the write cannot be confirmed: the input is not a terminal; use --yes");
        }
        try (Connection connection = device.connect(shell, points);
                PointGroup group = connection.resolve(points)) {
            SampleBatch wanted = group.newBatch();
            if (!prepare(group, texts, wanted)) {
                NameGuess.tell(shell, connection, group);
                return ExitCode.FAILED;
            }
            return agreed(connection, group, wanted) ? write(connection, group, wanted) : ExitCode.FAILED;
        }
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
                throw wrong(address + ": " + e.getMessage() + "; nothing was written");
            }
        }
        return usable;
    }

    private boolean agreed(Connection connection, PointGroup group, SampleBatch wanted) throws IOException {
        if (yes) {
            return true;
        }
        SampleBatch present = group.newBatch();
        connection.read(group, present);
        for (int i = 0; i < wanted.size(); i++) {
            shell.terminal()
                    .err()
                    .println(group.points().get(i).address() + ": " + Printable.value(present, i) + " -> "
                            + Printable.value(wanted, i));
        }
        boolean agreed = shell.terminal().agrees("Write to " + device.shown(shell) + "?");
        if (!agreed) {
            shell.note("nothing was written");
        }
        return agreed;
    }

    private int write(Connection connection, PointGroup group, SampleBatch wanted) throws ConnectorException {
        int[] statuses = new int[wanted.size()];
        connection.write(group, wanted, statuses);
        Table table = new Table("POINT", "STATUS", "WRITTEN");
        int code = ExitCode.GOOD;
        for (int i = 0; i < wanted.size(); i++) {
            table.row(
                    group.points().get(wanted.pointAt(i)).address(),
                    StatusCode.name(statuses[i]),
                    StatusCode.isBad(statuses[i]) ? "-" : Printable.value(wanted, i));
            code = StatusCode.isBad(statuses[i]) ? ExitCode.FAILED : code;
        }
        table.print(out());
        return code;
    }
}
