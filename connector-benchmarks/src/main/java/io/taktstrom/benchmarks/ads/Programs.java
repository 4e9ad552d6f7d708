package io.taktstrom.benchmarks.ads;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The programs that an ADS experiment starts. */
public final class Programs {

    /** AdsLib, which pyads uses, knows no port but TwinCAT's; an address of its own keeps the server to itself. */
    private static final String SERVER_HOST = "127.0.0.77";

    private static final String SERVER_PORT = "48898";

    private Programs() {}

    public static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256m",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Whether there is a Python with pyads. */
    public static boolean hasPyads() {
        return System.getenv("TAKT_PYTHON") != null;
    }

    public static List<String> pyads(String script, String... arguments) {
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
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
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
            throw new IOException("contender " + command + " said '" + last + "'");
        }
        return last;
    }

    /** The server's process. */
    public record Server(Process process, String uri) implements AutoCloseable {

        /** Starts the server with 1000 DINTs and a burst of so many samples. */
        public static Server start(long burstTotal) throws IOException {
            return start(SimulatorServer.class, String.valueOf(burstTotal));
        }

        /**
         * Starts a server.
         *
         * @param main takes HOST, PORT and the argument, and prints {@code ready URI}
         */
        public static Server start(Class<?> main, String argument) throws IOException {
            Process process = new ProcessBuilder(java(main, SERVER_HOST, SERVER_PORT, argument))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            String line = out.readLine();
            if (line == null || !line.startsWith("ready ")) {
                process.destroy();
                throw new IOException("the simulator said '" + line + "' instead of 'ready URI'; is " + SERVER_HOST
                        + ":" + SERVER_PORT + " in use?");
            }
            return new Server(process, line.substring("ready ".length()));
        }

        public String host() {
            return SERVER_HOST;
        }

        @Override
        public void close() throws IOException {
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
}
