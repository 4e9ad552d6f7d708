package io.taktstrom.benchmarks.opcua;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The server's process. */
record ServerProcess(Process process, String uri) implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    /** Milo's. */
    static ServerProcess start(Served served) throws IOException {
        return start(OpcUaPrograms.java(MiloServer.class), served);
    }

    /**
     * Starts a server.
     *
     * @param program takes HOST PORT and a {@link Served}, prints {@code ready URI}, ends with its input
     */
    static ServerProcess start(List<String> program, Served served) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(HOST, String.valueOf(port), served.text()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        if (line == null || !line.startsWith("ready ")) {
            process.destroyForcibly();
            throw new IOException("the server said '" + line + "' instead of 'ready URI'");
        }
        return new ServerProcess(process, line.substring("ready ".length()));
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
