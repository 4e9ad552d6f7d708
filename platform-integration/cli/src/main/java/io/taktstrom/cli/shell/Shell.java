package io.taktstrom.cli.shell;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
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

    /** The version that the jar states, for example {@code 0.1.0}; empty when there is no jar. */
    public static String version() {
        String version = Shell.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    /** One line for people, beside the results. */
    public void note(String text) {
        terminal.err().println("takt: " + text);
    }

    /** The connectors, sinks and stages, plug-ins included. The first call reports which could not be loaded. */
    public Providers providers() {
        plugins.problems().forEach(this::note);
        return plugins.plugins().providers();
    }

    /** Opens a session; notices of the device go to the user. */
    public Connection connect(Endpoint endpoint) throws ConnectorException {
        ConnectionObserver notices = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                note(message);
            }
        };
        return providers()
                .connector(endpoint.scheme())
                .connect(endpoint, new ConnectContext(EpochNanoClock.system(), notices));
    }
}
