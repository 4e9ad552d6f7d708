package io.taktstrom.cli.shell;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command takes. */
public final class CommonOptions {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(
            names = {"-v", "--verbose"},
            description = "Log more, and show where an error comes from.")
    private boolean verbose;

    @Option(
            names = InstalledPlugins.OPTION,
            paramLabel = "DIR",
            description = "A folder of plug-ins, instead of the one that TAKT_PLUGINS names.")
    private @Nullable String plugins;

    public boolean verbose() {
        return verbose;
    }

    @Nullable
    String plugins() {
        return plugins;
    }
}
