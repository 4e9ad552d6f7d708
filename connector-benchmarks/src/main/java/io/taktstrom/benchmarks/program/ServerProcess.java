package io.taktstrom.benchmarks.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The server that all contenders of an experiment talk to, in a process of its own. */
public record ServerProcess(Process process, String uri) implements AutoCloseable {

    private static final String READY = "ready ";

    /**
     * Starts a server.
     *
     * @param command of a program that prints {@code ready URI}, and ends with its input: see {@link #serve}
     */
    public static ServerProcess start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        if (line == null || !line.startsWith(READY)) {
            process.destroyForcibly();
            throw new IOException("the server " + command + " said '" + line + "' instead of '" + READY
                    + "URI'; is its address in use?");
        }
        return new ServerProcess(process, line.substring(READY.length()));
    }

    /** What the server's program does once it can be reached: says so, and waits for its end. */
    public static void serve(String uri) throws IOException {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(READY + uri);
        while (System.in.read() >= 0) {
            // The input only tells when to end.
        }
    }

    @Override
    public void close() throws IOException {
        Programs.end(process);
    }
}
