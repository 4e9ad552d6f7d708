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
 * A server that knows nothing of us, in a process of its own.
 *
 * <p>asyncua needs the environment variable TAKT_PYTHON: an interpreter that has it. node-opcua needs TAKT_NODE, and its
 * package beside the script. Where TAKT_INTEROP is 1, their absence is a failure.
 */
final class PeerServer implements AutoCloseable {

    static final String URI = "urn:taktstrom:test";

    private static final Path INTEROP = Path.of("src", "test", "interop");

    private final Process process;
    private final BufferedReader out;
    private final Writer in;
    private final int port;

    private PeerServer(Process process) throws IOException {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.port = Integer.parseInt(answer("start"));
    }

    /** Ends the test as skipped where there is no asyncua. */
    static PeerServer asyncua(String... arguments) throws IOException {
        return start("TAKT_PYTHON", INTEROP.resolve("asyncua_server.py"), arguments);
    }

    /** Ends the test as skipped where there is no node-opcua. */
    static PeerServer nodeOpcua(String... arguments) throws IOException {
        return start("TAKT_NODE", INTEROP.resolve("node").resolve("server.mjs"), arguments);
    }

    private static PeerServer start(String variable, Path script, String... arguments) throws IOException {
        String interpreter = System.getenv(variable);
        String missing = variable + " names no interpreter for " + script + "; './takt test' makes one";
        if (interpreter == null && "1".equals(System.getenv("TAKT_INTEROP"))) {
            throw new AssertionError(missing);
        }
        Assumptions.assumeTrue(interpreter != null, missing);
        List<String> command = new ArrayList<>(List.of(interpreter, script.toString()));
        command.addAll(List.of(arguments));
        return new PeerServer(new ProcessBuilder(command)
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
            throw new AssertionError("the server on '" + order + "': " + line);
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
