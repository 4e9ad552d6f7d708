package io.taktstrom.cli;

/** What every command gets. */
record Shell(Terminal terminal, StopSignal stop, LastWords lastWords) {

    /** In a process that is not ours to end. */
    Shell(Terminal terminal, StopSignal stop) {
        this(terminal, stop, new LastWords(terminal, code -> {}));
    }

    /** One line for people, beside the results. */
    void note(String text) {
        terminal.err().println("takt: " + text);
    }
}
