package io.taktstrom.cli.deployment;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all commands take that make points of a deployment file. */
public final class PointOptions {

    @Option(
            names = "--on",
            paramLabel = "CONNECTION",
            description = "The connection of the points (default: ${DEFAULT-VALUE}).")
    private String connection;

    @Option(names = "--scan", paramLabel = "NAME", description = "Their scan class (default: none, that is default).")
    private @Nullable String scan;

    @Option(
            names = "--into",
            paramLabel = "FILE",
            description = "Add them to the points of this deployment file, but for those that it has.")
    private @Nullable Path into;

    /** @param connection their connection, unless another is named */
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

    /** The scan class as the points will have it. */
    public String scanOrDefault() {
        return scan == null ? "default" : scan;
    }

    @Nullable
    Path into() {
        return into;
    }
}
