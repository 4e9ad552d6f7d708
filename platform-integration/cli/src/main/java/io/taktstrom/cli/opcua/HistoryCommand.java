package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.device.DeviceUri;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.OpcUaConnection;
import io.taktstrom.spi.Connection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt history}. */
@Command(
        name = "history",
        description = "Print the values that an OPC UA server has recorded of a variable, oldest first.",
        footer = {
            "",
            "A time is 2026-11-21T10:00:00Z, 2026-11-21 (its beginning, UTC), or a duration such as 15m: that long ago.",
            "",
            "Examples:",
            "  takt history opc.tcp://10.0.0.7 'ns=2;s=Press.Speed' --from 1h",
            "  takt history opc.tcp://10.0.0.7 'ns=2;s=Speed' --from 2026-11-20 --json"
        })
public final class HistoryCommand extends ShellCommand implements Callable<Integer> {

    private static final Duration STANDARD_SPAN = Duration.ofHours(1);

    @Mixin
    private DeviceUri device = new DeviceUri();

    @Parameters(index = "1", paramLabel = "ADDRESS", description = "The variable; browse shows it.")
    private String address = "";

    @Option(names = "--from", paramLabel = "TIME", description = "The first time (default: an hour before the last).")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "The last time (default: now).")
    private @Nullable String to;

    @Option(names = "--json", description = "Print one JSON object per line and value.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Instant last = to == null ? Instant.now() : time(to);
        Instant first = from == null ? last.minus(STANDARD_SPAN) : time(from);
        try (Connection connection = shell.connect(device.endpoint(shell))) {
            if (!(connection instanceof OpcUaConnection server)) {
                throw new UsageException("this command needs an OPC UA server; give a URI that begins with opc.tcp://");
            }
            try (PointGroup group = connection.resolve(List.of(DataPoint.of(address)))) {
                long count = server.history(group, 0, first, last, this::print);
                out().flush();
                if (count == 0) {
                    shell.note("no values from " + first + " to " + last);
                }
                return ExitCode.GOOD;
            }
        }
    }

    private void print(SampleBatch batch) {
        if (json) {
            out().printSamples(batch, true);
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            boolean timed = batch.sourceTimeAt(i) != SampleBatch.NO_TIME;
            out().println((timed ? Instant.ofEpochSecond(0, batch.sourceTimeAt(i)) : "-") + "  "
                    + StatusCode.name(batch.statusAt(i)) + "  " + Printable.value(batch, i));
        }
    }

    /** A time, or how long ago it was. */
    private static Instant time(String text) {
        try {
            if (text.matches(Durations.PATTERN)) {
                return Instant.now().minus(Durations.parse(text));
            }
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException | IllegalArgumentException e) {
            throw new UsageException(
                    "invalid time '" + text + "': expected RFC 3339, a date, or a duration such as 15m");
        }
    }
}
