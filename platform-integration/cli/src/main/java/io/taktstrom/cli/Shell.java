package io.taktstrom.cli;

import io.taktstrom.spi.Providers;

/** What every command gets. */
record Shell(Terminal terminal, StopSignal stop, LastWords lastWords, InstalledPlugins plugins) {

    /** In a process that is not ours to end. */
    Shell(Terminal terminal, StopSignal stop) {
        this(terminal, stop, new LastWords(terminal, code -> {}));
    }

    Shell(Terminal terminal, StopSignal stop, LastWords lastWords) {
        this(terminal, stop, lastWords, new InstalledPlugins(System.getenv(InstalledPlugins.VARIABLE)));
    }

    /** One line for people, beside the results. */
    void note(String text) {
        terminal.err().println("takt: " + text);
    }

    /** The connectors, sinks and stages that there are, plug-ins included. The first call says which could not be loaded. */
    Providers providers() {
        plugins.news().forEach(this::note);
        return plugins.plugins().providers();
    }
}
