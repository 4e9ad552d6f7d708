package io.taktstrom.cli.device;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
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
public final class ReadValuesCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeviceUri device = new DeviceUri();

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "ADDRESS", description = "What to read; browse shows it.")
    private List<String> addresses = List.of();

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<DataPoint> points = addresses.stream().map(DataPoint::of).toList();
        try (Connection connection = device.connect(shell, points);
                PointGroup group = connection.resolve(points)) {
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            out().printSamples(batch, json);
            NameGuess.suggest(shell, connection, group);
            return ExitCode.of(IntStream.range(0, batch.size()).noneMatch(i -> StatusCode.isBad(batch.statusAt(i))));
        }
    }
}
