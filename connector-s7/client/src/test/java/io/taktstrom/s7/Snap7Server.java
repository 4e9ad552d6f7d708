package io.taktstrom.s7;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;

/**
 * The native snap7 server, which knows nothing of us, in a process of its own.
 *
 * <p>Needs the environment variable TAKT_PYTHON: an interpreter that has python-snap7. Where TAKT_INTEROP is 1, its
 * absence is a failure.
 */
final class Snap7Server implements AutoCloseable {

    private static final Path SCRIPT = Path.of("src", "test", "interop", "snap7_server.py");

    private final Process process;
    private final BufferedReader out;
    private final Writer in;
    private final int port;

    private Snap7Server(String python) throws IOException {
        process = new ProcessBuilder(python, SCRIPT.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = process.inputReader(StandardCharsets.US_ASCII);
        in = process.outputWriter(StandardCharsets.US_ASCII);
        String line = out.readLine();
        if (line == null) {
            throw new AssertionError(python + " " + SCRIPT + " ended before it printed its port; its output is above");
        }
        port = Integer.parseInt(line.strip());
    }

    /** Starts it, or ends the test that asks. */
    static Snap7Server start() throws IOException {
        String python = System.getenv("TAKT_PYTHON");
        if (python == null && "1".equals(System.getenv("TAKT_INTEROP"))) {
            throw new AssertionError("TAKT_INTEROP is 1, but TAKT_PYTHON names no interpreter that has python-snap7");
        }
        Assumptions.assumeTrue(
                python != null, "TAKT_PYTHON names no interpreter that has python-snap7; './takt test' makes one");
        return new Snap7Server(python);
    }

    int port() {
        return port;
    }

    byte[] get(String area, int db, int offset, int count) throws IOException {
        return HexFormat.of().parseHex(ask("get " + area + " " + db + " " + offset + " " + count));
    }

    void set(String area, int db, int offset, byte... bytes) throws IOException {
        expectOk("set " + area + " " + db + " " + offset + " " + HexFormat.of().formatHex(bytes));
    }

    void stopListening() throws IOException {
        expectOk("stop");
    }

    void listenAgain() throws IOException {
        expectOk("start");
    }

    private void expectOk(String command) throws IOException {
        String answer = ask(command);
        if (!answer.equals("ok")) {
            throw new IOException(command + ": " + answer);
        }
    }

    private synchronized String ask(String command) throws IOException {
        in.write(command + "\n");
        in.flush();
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the snap7 server has ended; its output is above");
        }
        return line.strip();
    }

    @Override
    public void close() throws IOException {
        in.close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
