package io.taktstrom.cli;

import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.sink.Sink;
import io.taktstrom.sinks.format.CsvFormat;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;

/** What whoever sits in front of a running deployment sees of it: a live table, or lines. Thread-safe. */
final class Screen {

    private final Shell shell;
    private final Sink console;
    private final @Nullable Board board;

    private Screen(Shell shell, Sink console, @Nullable Board board) {
        this.shell = shell;
        this.console = console;
        this.board = board;
    }

    /** Nothing but notes. */
    static Screen silent(Shell shell) {
        return new Screen(shell, (stream, points) -> (batch, unit) -> {}, null);
    }

    /** A table on a terminal; elsewhere a line for each sample. */
    static Screen forSamples(Shell shell) {
        return shell.terminal().outIsLive()
                ? ofTable(shell)
                : ofLines(shell, new SampleLines(shell.terminal(), CsvFormat.printable()));
    }

    /** A table, drawn anew each time where it cannot be drawn in place. */
    static Screen ofTable(Shell shell) {
        Board board = new Board(shell.terminal(), EpochNanoClock.system());
        return new Screen(shell, board, board);
    }

    static Screen ofLines(Shell shell, SampleLines lines) {
        return new Screen(shell, lines, null);
    }

    /** What a deployment that is shown here runs with; its sinks of type console end here. */
    RunContext context(@Nullable MeterRegistry meters) {
        return new RunContext(
                EpochNanoClock.system(), shell.providers().with(new ConsoleProvider(console)), this::note, meters);
    }

    /** Something that the user should know. */
    void note(String text) {
        if (board != null && shell.terminal().outIsLive()) {
            board.note(text);
        } else {
            shell.note(text);
        }
    }

    /** Whether whoever read the samples has gone. */
    boolean isUnread() {
        return console instanceof SampleLines lines
                ? lines.isUnread()
                : shell.terminal().out().checkError();
    }

    /** Whether there is anything to draw. */
    boolean hasSamples() {
        return board != null && board.hasRows();
    }

    /** Draws what has come, if this screen draws. */
    void draw(RunningDeployment running) {
        if (board != null) {
            String states = running.connections().stream()
                    .map(connection ->
                            connection.name() + " " + connection.managed().state())
                    .collect(Collectors.joining(", "));
            long received = running.accounts().values().stream()
                    .mapToLong(Accounting::received)
                    .sum();
            board.draw(states + " | " + received + " samples received");
        }
    }
}
