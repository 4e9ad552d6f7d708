package io.taktstrom.opcua;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;

/**
 * A server that knows nothing of us: asyncua in a process of its own.
 *
 * <p>Needs the environment variable TAKT_PYTHON: an interpreter that has asyncua. Where TAKT_INTEROP is 1, its absence
 * is a failure.
 */
final class AsyncuaServer implements AutoCloseable {

    static final String URI = "urn:taktstrom:test";

    private static final Path SCRIPT = Path.of("src", "test", "interop", "asyncua_server.py");

    private final Process process;
    private final BufferedReader out;
    private final Writer in;
    private final int port;

    private AsyncuaServer(Process process) throws IOException {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.port = Integer.parseInt(answer("start"));
    }

    /** Ends the test as skipped where there is no asyncua. */
    static AsyncuaServer start(String... arguments) throws IOException {
        String python = System.getenv("TAKT_PYTHON");
        if (python == null && "1".equals(System.getenv("TAKT_INTEROP"))) {
            throw new AssertionError("TAKT_INTEROP is 1, but TAKT_PYTHON names no interpreter that has asyncua");
        }
        Assumptions.assumeTrue(
                python != null, "TAKT_PYTHON names no interpreter that has asyncua; './takt test' makes one");
        List<String> command = new ArrayList<>(List.of(python, SCRIPT.toString()));
        command.addAll(List.of(arguments));
        return new AsyncuaServer(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    int port() {
        return port;
    }

    String uri() {
        return "opc.tcp://127.0.0.1:" + port + "?security=none";
    }

    static String address(String name) {
        return "nsu=" + URI + ";s=" + name;
    }

    /** Gives an order and returns what the server answers. */
    synchronized String tell(String order) throws IOException {
        in.write(order + "\n");
        in.flush();
        return answer(order);
    }

    private String answer(String order) throws IOException {
        String line = out.readLine();
        if (line == null || !line.startsWith("ok ")) {
            throw new AssertionError("asyncua on '" + order + "': " + line);
        }
        return line.substring(3);
    }

    @Override
    public void close() throws IOException {
        in.close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
