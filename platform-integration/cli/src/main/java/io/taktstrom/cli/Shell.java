package io.taktstrom.cli;

/** What every command gets. */
record Shell(Terminal terminal, StopSignal stop) {

    /** One line for people, beside the results. */
    void note(String text) {
        terminal.err().println("takt: " + text);
    }
}
