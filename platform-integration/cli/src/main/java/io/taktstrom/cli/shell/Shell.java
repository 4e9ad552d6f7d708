package io.taktstrom.cli.shell;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.spi.ConnectionObserver;

/** What every command gets. */
public record Shell(Terminal terminal, StopSignal stop, LastWords lastWords) {

    /** In a process that is not ours to end. */
    public Shell(Terminal terminal, StopSignal stop) {
        this(terminal, stop, new LastWords(terminal, code -> {}));
    }

    /** One line for people, beside the results. */
    public void note(String text) {
        terminal.err().println("takt: " + text);
    }

    /** Tells the user what a device lets us know. */
    public ConnectionObserver notices() {
        return new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                note(message);
            }
        };
    }
}
