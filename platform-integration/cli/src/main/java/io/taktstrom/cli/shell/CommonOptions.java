package io.taktstrom.cli.shell;

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

    public boolean verbose() {
        return verbose;
    }
}
