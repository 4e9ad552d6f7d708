package io.taktstrom.cli.shell;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.Providers;

/** What every command gets. */
public record Shell(Terminal terminal, StopSignal stop, CrashReporter crashReporter, InstalledPlugins plugins) {

    /** In a process that is not ours to end. */
    public Shell(Terminal terminal, StopSignal stop) {
        this(terminal, stop, new CrashReporter(terminal, code -> {}));
    }

    public Shell(Terminal terminal, StopSignal stop, CrashReporter crashReporter) {
        this(terminal, stop, crashReporter, new InstalledPlugins(System.getenv(InstalledPlugins.VARIABLE)));
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

    /** The connectors, sinks and stages that there are, plug-ins included. The first call says which could not be loaded. */
    public Providers providers() {
        plugins.news().forEach(this::note);
        return plugins.plugins().providers();
    }
}
