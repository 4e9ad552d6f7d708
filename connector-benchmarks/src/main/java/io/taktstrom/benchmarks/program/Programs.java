package io.taktstrom.benchmarks.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The programs that experiments start, as commands. */
public final class Programs {

    /** Characters of what a contender says when it fails. */
    private static final int MAX_SHOWN = 2_000;

    /** Some rivals have a logger's interface, and no logger. */
    public static final String QUIET = "-Dslf4j.internal.verbosity=ERROR";

    private Programs() {}

    /** A main class of this module, in a JVM with a small heap of fixed size. */
    public static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256m",
                "-Xmx256m",
                QUIET,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Whether there is a Python with the clients that we compare with: pyads, snap7, asyncua. */
    public static boolean hasPython() {
        return System.getenv("TAKT_PYTHON") != null;
    }

    /** A script of this module. */
    public static List<String> python(String script, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                String.valueOf(System.getenv("TAKT_PYTHON")),
                Path.of("connector-benchmarks", "src", "main", "python", script).toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Runs a contender to its end.
     *
     * @param start what its last line must start with
     * @return that line
     */
    public static String lastLine(String start, List<String> command) throws IOException {
        Path errors = Files.createTempFile("takt-bench", ".err");
        try {
            return lastLine(start, command, errors);
        } finally {
            Files.delete(errors);
        }
    }

    private static String lastLine(String start, List<String> command, Path errors) throws IOException {
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String last = "";
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                last = line;
            }
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
        if (!last.startsWith(start)) {
            String said = Files.readString(errors).strip();
            throw new IOException("contender " + command + " said '" + last + "' and "
                    + (said.isEmpty() ? "no more" : said.substring(Math.max(0, said.length() - MAX_SHOWN))));
        }
        return last;
    }

    /** Ends a program whose end is the end of its input. */
    static void end(Process process) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).close();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
