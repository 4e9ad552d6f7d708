package io.taktstrom.cli.profile;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.StopSignal;

/**
 * The agent of JProfiler: a native library that a virtual machine loads when it begins, so that the command starts again as a process of its
 * own. It shares our terminal; a request to stop reaches it, too.
 */
record JProfilerAgent(Path library, String options) {

    /** Says in the process with the agent that it is there. */
    private static final String MARK = "takt.jprofiler";

    private static final Duration GLANCE = Duration.ofMillis(100);

    static boolean isHere() {
        return Boolean.getBoolean(MARK);
    }

    /**
     * Finds the agent for this machine.
     *
     * @param path the library itself, or the folder of an installation
     * @throws IOException when it is not there: where it was looked for, and what there is
     */
    static Path library(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            return path.toAbsolutePath();
        }
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        Path wanted = path.resolve("bin")
                .resolve(folder(system, System.getProperty("os.arch")))
                .resolve(file(system));
        if (Files.isRegularFile(wanted)) {
            return wanted.toAbsolutePath();
        }
        if (!Files.isDirectory(path)) {
            throw new IOException(JProfilerOptions.OPTION + " " + path
                    + ": there is nothing; name the folder that JProfiler is installed in, or its agent library");
        }
        throw new IOException(JProfilerOptions.OPTION + " " + path + ": there is no agent for this machine, " + wanted
                + " is missing; there are " + agents(path) + ". Name the agent's library itself, if it lies elsewhere");
    }

    /** As an installation of JProfiler calls it. */
    private static String folder(String system, String architecture) {
        if (system.startsWith("mac")) {
            return "macos";
        }
        String name = system.startsWith("windows") ? "windows" : "linux";
        return name + (architecture.equals("amd64") || architecture.equals("x86_64") ? "-x64" : "-" + architecture);
    }

    private static String file(String system) {
        if (system.startsWith("windows")) {
            return "jprofilerti.dll";
        }
        return system.startsWith("mac") ? "libjprofilerti.jnilib" : "libjprofilerti.so";
    }

    private static String agents(Path installation) throws IOException {
        Path bin = installation.resolve("bin");
        if (!Files.isDirectory(bin)) {
            return "none, and no folder bin";
        }
        try (Stream<Path> folders = Files.list(bin)) {
            List<String> names = folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
            return names.isEmpty() ? "none" : String.join(", ", names);
        }
    }

    /** What is started: this very Java, its options, the agent, and the command. */
    List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-agentpath:" + library + "=" + options);
        command.add("-D" + MARK + "=true");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.taktstrom.cli.Takt"));
        command.addAll(arguments);
        return command;
    }

    /**
     * Runs it until it ends.
     *
     * @return its exit code
     */
    int run(StopSignal stop, List<String> arguments) throws IOException {
        stop.heed();
        Process process = new ProcessBuilder(command(arguments)).inheritIO().start();
        try {
            while (!process.waitFor(GLANCE.toMillis(), TimeUnit.MILLISECONDS)) {
                if (stop.isAsked()) {
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
