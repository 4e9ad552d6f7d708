package io.taktstrom.cli.live;

import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.EpochNanoClock;
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

    private final Shell shell;
    private final Sink console;
    private final @Nullable Board board;

    private Screen(Shell shell, Sink console, @Nullable Board board) {
        this.shell = shell;
        this.console = console;
        this.board = board;
    }

    /** Nothing but notes. */
    public static Screen silent(Shell shell) {
        return new Screen(shell, (stream, points) -> (batch, unit) -> {}, null);
    }

    /** A table on a terminal; elsewhere a line for each sample. */
    public static Screen forSamples(Shell shell) {
        return shell.terminal().outIsLive() ? ofTable(shell) : ofLines(shell, CsvFormat.printable());
    }

    /** A table, drawn again each time where it cannot be drawn in place. */
    public static Screen ofTable(Shell shell) {
        Board board = new Board(shell.terminal(), EpochNanoClock.system());
        return new Screen(shell, board, board);
    }

    /** A JSON object on a line for each sample. */
    public static Screen ofJson(Shell shell) {
        return ofLines(shell, new JsonFormat());
    }

    private static Screen ofLines(Shell shell, SampleFormat format) {
        return new Screen(shell, new SampleLines(shell.terminal(), format), null);
    }

    /** What a deployment that is shown here runs with; its sinks of type console end here. */
    public RunContext context(@Nullable MeterRegistry meters) {
        return context(meters, this::note, new HealthEvents(EpochNanoClock.system()));
    }

    /** The same, with others who hear what happens. */
    public RunContext context(@Nullable MeterRegistry meters, Consumer<String> notices, HealthEvents events) {
        return new RunContext(
                EpochNanoClock.system(),
                shell.providers().with(new ConsoleProvider(console)),
                notices,
                meters,
                events,
                false);
    }

    /** Something that the user should know. */
    public void note(String text) {
        if (isLeft()) {
            return;
        }
        if (board != null && isDrawn()) {
            board.note(text);
        } else {
            shell.note(text);
        }
    }

    /** Whether the reader of the lines has gone; then nothing more is printed. */
    public boolean isLeft() {
        return console instanceof SampleLines lines && lines.isUnread();
    }

    /** Whether notes belong below the table. */
    public boolean isDrawn() {
        return board != null && shell.terminal().outIsLive();
    }

    /** Whether the reader of the samples has gone. */
    public boolean isUnread() {
        return console instanceof SampleLines lines
                ? lines.isUnread()
                : shell.terminal().out().checkError();
    }

    /** Whether there is anything to draw. */
    public boolean hasSamples() {
        return board != null && board.hasRows();
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

    /** A sample that goes several ways is one in each of them: no sum would mean anything. */
    static String received(Map<String, Accounting> accounts) {
        return accounts.size() == 1
                ? String.valueOf(accounts.values().iterator().next().received())
                : accounts.entrySet().stream()
                        .map(way -> way.getKey() + " " + way.getValue().received())
                        .collect(Collectors.joining(", "));
    }
}
