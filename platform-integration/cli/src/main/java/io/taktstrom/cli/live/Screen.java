package io.taktstrom.cli.live;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.sink.Sink;
import io.taktstrom.sinks.format.CsvFormat;
import io.taktstrom.sinks.format.JsonFormat;
import io.taktstrom.sinks.format.SampleFormat;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;

/** The terminal view of a running deployment: a live table, or lines. Thread-safe. */
public final class Screen {

    private static final String CONSOLE = "console";

    private final Shell shell;
    private final Sink console;
    private final @Nullable Board board;
    private final @Nullable SampleLines lines;

    private Screen(Shell shell, Sink console, @Nullable Board board, @Nullable SampleLines lines) {
        this.shell = shell;
        this.console = console;
        this.board = board;
        this.lines = lines;
    }

    /** Nothing but notes. */
    public static Screen silent(Shell shell) {
        return new Screen(shell, (stream, points) -> (batch, unit) -> {}, null, null);
    }

    /** A table on a terminal; elsewhere a line for each sample. */
    public static Screen forSamples(Shell shell) {
        return shell.terminal().outIsLive() ? ofTable(shell) : ofLines(shell, CsvFormat.printable());
    }

    /** A table, drawn again each time where it cannot be drawn in place. */
    public static Screen ofTable(Shell shell) {
        Board board = new Board(shell.terminal(), EpochNanoClock.system());
        return new Screen(shell, board, board, null);
    }

    /** A JSON object on a line for each sample. */
    public static Screen ofJson(Shell shell) {
        return ofLines(shell, new JsonFormat());
    }

    private static Screen ofLines(Shell shell, SampleFormat format) {
        SampleLines lines = new SampleLines(shell.terminal(), format);
        return new Screen(shell, lines, null, lines);
    }

    /** A deployment without a file: some points of one device, shown on the console. */
    public static Deployment deployment(String device, Endpoint endpoint, ScanClass scan, List<DataPoint> points) {
        return new Deployment(
                Path.of(""),
                Map.of(device, new ConnectionConfig(device, endpoint)),
                Map.of(scan.name(), scan),
                points.stream()
                        .map(point -> PointConfig.of(point, device, scan.name()))
                        .toList(),
                List.of(),
                List.of(new StreamConfig(scan.name(), List.of("**"), List.of(CONSOLE), RingConfig.STANDARD, List.of())),
                Map.of(CONSOLE, PartConfig.sink(CONSOLE, ConsoleProvider.TYPE, Map.of())));
    }

    /** The context of a deployment that is shown here; its sinks of type console end here. */
    public RunContext context(@Nullable MeterRegistry meters) {
        return context(meters, this::note, new HealthEvents(EpochNanoClock.system()));
    }

    /** The same with other receivers of notices and events. */
    public RunContext context(@Nullable MeterRegistry meters, Consumer<String> notices, HealthEvents events) {
        return new RunContext(
                EpochNanoClock.system(),
                shell.providers().with(new ConsoleProvider(console)),
                notices,
                meters,
                events,
                false);
    }

    /** Shows something to the user. */
    public void note(String text) {
        if (hasLostReader()) {
            return;
        }
        if (board != null && isDrawn()) {
            board.note(text);
        } else {
            shell.note(text);
        }
    }

    /** Whether the reader of the lines has gone; then nothing more is printed. */
    public boolean hasLostReader() {
        return lines != null && lines.isUnread();
    }

    /** Whether notes belong below the table. */
    public boolean isDrawn() {
        return board != null && shell.terminal().outIsLive();
    }

    /** Whether the reader of the samples has gone. */
    public boolean isUnread() {
        return lines != null ? lines.isUnread() : shell.terminal().out().checkError();
    }

    /** Whether any samples have come. */
    public boolean hasSamples() {
        return board != null && board.hasRows();
    }

    /** Draws at each period until the time is over, a stop is requested, or the reader has gone. */
    public void show(RunningDeployment running, RunLimit limit, Duration period) {
        limit.repeat(shell.stop(), period, () -> {
            draw(running);
            if (isUnread()) {
                shell.stop().request();
            }
        });
    }

    /** Draws what has come, if this screen draws. */
    public void draw(RunningDeployment running) {
        if (board != null) {
            String states = running.connections().stream()
                    .map(connection ->
                            connection.name() + " " + connection.managed().state())
                    .collect(Collectors.joining(", "));
            board.draw(states + " | " + received(running.accounts()) + " samples received");
        }
    }

    /** A sample that goes several ways is counted in each of them: a sum would mean nothing. */
    static String received(Map<String, Accounting> accounts) {
        return accounts.size() == 1
                ? String.valueOf(accounts.values().iterator().next().received())
                : accounts.entrySet().stream()
                        .map(way -> way.getKey() + " " + way.getValue().received())
                        .collect(Collectors.joining(", "));
    }
}
