package io.taktstrom.cli.deployment;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that write points of a deployment file. */
public final class PointOptions {

    @Option(names = "--on", paramLabel = "CONNECTION", description = "Their connection (default: ${DEFAULT-VALUE}).")
    private String connection;

    @Option(
            names = "--scan",
            paramLabel = "NAME",
            description = "Their scan class (default: none, which means default).")
    private @Nullable String scan;

    @Option(
            names = "--into",
            paramLabel = "FILE",
            description = "Add the ones that are missing to this deployment file.")
    private @Nullable Path into;

    /** @param connection the default of {@code --on} */
    public PointOptions(String connection) {
        this.connection = connection;
    }

    public String connection() {
        return connection;
    }

    @Nullable
    String scan() {
        return scan;
    }

    /** The scan class that the points get. */
    public String scanOrDefault() {
        return scan == null ? "default" : scan;
    }

    @Nullable
    Path into() {
        return into;
    }
}
