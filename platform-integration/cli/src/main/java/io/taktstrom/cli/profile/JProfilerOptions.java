package io.taktstrom.cli.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.shell.Shell;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** That a run is to be watched by the user's own JProfiler. */
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
            description = "What the agent is told (port=8849,nowait: it waits for JProfiler while the run goes on).")
    private String options = "";

    @Option(
            names = OPTION + "-save",
            paramLabel = "FILE",
            description = "Save what JProfiler's agent has recorded at the end: a snapshot, FILE.jps.")
    private @Nullable Path snapshot;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /**
     * Refuses what cannot work.
     *
     * @throws IOException when there is no place for the snapshot
     */
    public void check() throws IOException {
        Path file = snapshot();
        if (file == null) {
            return;
        }
        if (path == null) {
            throw new ParameterException(
                    spec.commandLine(), OPTION + "-save needs " + OPTION + ", whose agent is what records");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new IOException(
                    OPTION + "-save " + file + ": nothing can be written there; name a file in a folder that is there");
        }
    }

    /** Where what the agent has recorded is saved in the end; null for nowhere. */
    public @Nullable Path snapshot() {
        Path file = snapshot;
        return file == null || file.toString().endsWith(ENDING)
                ? file
                : file.resolveSibling(file.getFileName() + ENDING);
    }

    /** Whether the command is to be started again with the agent: this process has none, and one is wanted. */
    public boolean isWanted() {
        return path != null && !JProfilerAgent.isHere();
    }

    /**
     * Starts the command again, with the agent, and waits for its end.
     *
     * @param arguments of the whole command
     * @return its exit code
     * @throws IOException when there is no agent there, or it could not be started: what is missing
     */
    public int runWithAgent(Shell shell, List<String> arguments) throws IOException {
        if (path == null) {
            throw new IllegalStateException("no JProfiler is named");
        }
        Path library = JProfilerAgent.library(path);
        shell.note("running with JProfiler's agent " + library + "=" + options);
        return new JProfilerAgent(library, options).run(shell.stop(), arguments);
    }
}
