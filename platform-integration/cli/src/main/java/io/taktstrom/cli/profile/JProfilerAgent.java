package io.taktstrom.cli.profile;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.StopSignal;

/**
 * The agent of JProfiler: a native library that a virtual machine loads when it starts, so the command starts again as a process
 * of its own. It shares our terminal; a request to stop is passed on to it.
 */
record JProfilerAgent(Path library, String options) {

    /** Set in the process with the agent. */
    private static final String MARK = "takt.jprofiler";

    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final String LIBRARY = "(lib)?jprofilerti\\.(so|dll|jnilib)";

    static boolean isLoaded() {
        return Boolean.getBoolean(MARK);
    }

    /**
     * Finds the agent for this machine.
     *
     * @param path the library itself, or the folder of an installation
     * @throws IOException when it is not found: where it was expected, and which agents there are
     */
    static Path library(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            return path.toAbsolutePath();
        }
        if (!Files.isDirectory(path)) {
            throw new IOException(JProfilerOptions.OPTION + " " + path
                    + ": no such file or folder; name the folder of a JProfiler installation, or its agent library");
        }
        String platform = platform();
        Set<String> platforms = new TreeSet<>();
        try (Stream<Path> files = Files.walk(path.toAbsolutePath(), 3)) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches(LIBRARY))
                    .toList()) {
                Path folder = Objects.requireNonNull(file.getParent());
                if (folder.endsWith("bin/" + platform)) {
                    return file;
                }
                platforms.add(folder.getFileName().toString());
            }
        }
        throw new IOException(JProfilerOptions.OPTION + " " + path + ": no agent in "
                + path.resolve("bin").resolve(platform) + "; found agents for "
                + (platforms.isEmpty() ? "no platform" : String.join(", ", platforms))
                + ". Name the agent's library itself, if it is elsewhere");
    }

    /** As an installation of JProfiler calls it. */
    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String architecture = System.getProperty("os.arch").replaceFirst("^(amd64|x86_64)$", "x64");
        return system.startsWith("mac")
                ? "macos"
                : (system.startsWith("windows") ? "windows-" : "linux-") + architecture;
    }

    /** The same Java with its options, the agent, and the command. */
    private List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-agentpath:" + library + "=" + options);
        command.add("-D" + MARK + "=true");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.taktstrom.cli.Takt"));
        command.addAll(arguments);
        return command;
    }

    /** Runs the command with the agent until it ends; returns its exit code. */
    int run(StopSignal stop, List<String> arguments) throws IOException {
        stop.handle();
        Process process = new ProcessBuilder(command(arguments)).inheritIO().start();
        try {
            while (!process.waitFor(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                if (stop.isRequested()) {
                    process.destroy();
                    return process.waitFor();
                }
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the command ran with JProfiler's agent", e);
        }
    }
}
