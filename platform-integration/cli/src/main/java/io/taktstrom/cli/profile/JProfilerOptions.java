package io.taktstrom.cli.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a run is profiled by the user's own JProfiler. */
public final class JProfilerOptions {

    static final String OPTION = "--jprofiler";
    private static final String ENDING = ".jps";

    @Option(
            names = OPTION,
            paramLabel = "PATH",
            description = "Run with the agent of the JProfiler that is installed here, or with this agent library.")
    private @Nullable Path path;

    @Option(
            names = OPTION + "-options",
            paramLabel = "TEXT",
            defaultValue = "port=8849,nowait",
            description = "Options of the agent (port=8849,nowait: it waits for JProfiler while the run goes on).")
    private String options = "";

    @Option(
            names = OPTION + "-save",
            paramLabel = "FILE",
            description = "Save what JProfiler's agent has recorded at the end: a snapshot, FILE.jps.")
    private @Nullable Path snapshot;

    /**
     * Checks the place of the snapshot.
     *
     * @throws IOException when the snapshot cannot be written
     */
    public void check() throws IOException {
        Path file = snapshot();
        if (file == null) {
            return;
        }
        if (path == null) {
            throw new UsageException(OPTION + "-save needs " + OPTION + ", whose agent records");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new IOException(
                    OPTION + "-save " + file + ": cannot write there; name a file in an existing, writable folder");
        }
    }

    /** Where the recording is saved at the end; null for nowhere. */
    public @Nullable Path snapshot() {
        Path file = snapshot;
        return file == null || file.toString().endsWith(ENDING)
                ? file
                : file.resolveSibling(file.getFileName() + ENDING);
    }

    /** Whether the command is to be started again with the agent, which this process lacks. */
    public boolean isWanted() {
        return path != null && !JProfilerAgent.isLoaded();
    }

    /**
     * Starts the command again, with the agent, and waits for its end.
     *
     * @param arguments of the whole command
     * @return its exit code
     * @throws IOException when the agent is not found, or the command could not be started
     */
    public int runWithAgent(Shell shell, List<String> arguments) throws IOException {
        Path library = JProfilerAgent.library(Objects.requireNonNull(path));
        shell.note("running with JProfiler's agent " + library + "=" + options);
        return new JProfilerAgent(library, options).run(shell.stop(), arguments);
    }
}
