package io.taktstrom.cli.shell;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
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

    /** Whether more is to be logged, at whatever level of the command line that was said. */
    public static boolean isVerbose(CommandSpec spec) {
        for (CommandLine at = spec.commandLine(); at != null; at = at.getParent()) {
            if (at.getParseResult() != null && at.getParseResult().hasMatchedOption("--verbose")) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    String plugins() {
        return plugins;
    }
}
