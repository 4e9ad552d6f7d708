package io.taktstrom.s7;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;

import io.taktstrom.testkit.peer.PeerProcess;

/** The native snap7 server, which knows nothing of us. It needs TAKT_PYTHON, see {@link PeerProcess}. */
final class Snap7Server implements AutoCloseable {

    private static final Path SCRIPT = Path.of("src", "test", "interop", "snap7_server.py");

    private final PeerProcess process;
    private final int port;

    private Snap7Server(PeerProcess process) throws IOException {
        this.process = process;
        port = Integer.parseInt(process.line("").strip());
    }

    /** Starts it, or ends the test that asks. */
    static Snap7Server start() throws IOException {
        return new Snap7Server(PeerProcess.start("TAKT_PYTHON", "a Python with python-snap7", SCRIPT));
    }

    int port() {
        return port;
    }

    byte[] get(String area, int db, int offset, int count) throws IOException {
        String answer = process.tell("get " + area + " " + db + " " + offset + " " + count, "");
        return HexFormat.of().parseHex(answer.strip());
    }

    void set(String area, int db, int offset, byte... bytes) throws IOException {
        process.tell(
                "set " + area + " " + db + " " + offset + " " + HexFormat.of().formatHex(bytes), "ok");
    }

    void stopListening() throws IOException {
        process.tell("stop", "ok");
    }

    void listenAgain() throws IOException {
        process.tell("start", "ok");
    }

    @Override
    public void close() {
        process.close();
    }
}
