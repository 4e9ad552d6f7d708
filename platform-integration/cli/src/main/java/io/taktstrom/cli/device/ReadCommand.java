package io.taktstrom.cli.device;

import java.io.IOException;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt read}. */
@Command(
        name = "read",
        description = "Read values once. The exit code is 1 when one of them is Bad.",
        footer = {
            "",
            "Examples:",
            "  takt read ads://10.0.0.5/5.1.2.3.1.1 MAIN.counter MAIN.speed",
            "  takt read ads://10.0.0.5/5.1.2.3.1.1 MAIN.counter --json"
        })
public final class ReadCommand extends ShellCommand {

    @Mixin
    private Device device = new Device();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "ADDRESS",
            description = "What to read, in the device's own syntax; browse shows it.")
    private List<String> addresses = List.of();

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    public ReadCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        List<DataPoint> points = addresses.stream().map(DataPoint::of).toList();
        try (Connection connection = device.connect(shell, points);
                PointGroup group = connection.resolve(points)) {
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            if (json) {
                out().printJson(batch);
            } else {
                printTable(batch);
            }
            NameGuess.tell(shell, connection, group);
            return hasBad(batch) ? ExitCode.FAILED : ExitCode.GOOD;
        }
    }

    private void printTable(SampleBatch batch) {
        Table table = new Table("POINT", "STATUS", "TYPE", "VALUE");
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            table.row(
                    batch.group().points().get(point).name(),
                    StatusCode.name(batch.statusAt(i)),
                    Table.type(batch.group(), point),
                    Printable.value(batch, i));
        }
        table.print(out());
    }

    private static boolean hasBad(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            if (StatusCode.isBad(batch.statusAt(i))) {
                return true;
            }
        }
        return false;
    }
}
