package io.taktstrom.opcua;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.testkit.PeerProcess;

/** A server that knows nothing of us. It needs TAKT_PYTHON or TAKT_NODE, see {@link PeerProcess}. */
final class PeerServer implements AutoCloseable {

    static final String URI = "urn:taktstrom:test";

    private static final Path INTEROP = Path.of("src", "test", "interop");

    private final PeerProcess process;
    private final int port;

    private PeerServer(PeerProcess process) throws IOException {
        this.process = process;
        this.port = Integer.parseInt(process.line("ok "));
    }

    /** Ends the test as skipped where there is no asyncua. */
    static PeerServer asyncua(String... arguments) throws IOException {
        Path script = INTEROP.resolve("asyncua_server.py");
        return new PeerServer(PeerProcess.start("TAKT_PYTHON", "a Python with asyncua", script, arguments));
    }

    /** Ends the test as skipped where there is no node-opcua. */
    static PeerServer nodeOpcua(String... arguments) throws IOException {
        Path script = INTEROP.resolve("node").resolve("server.mjs");
        return new PeerServer(
                PeerProcess.start("TAKT_NODE", "a Node.js, with node-opcua beside the script", script, arguments));
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
    String tell(String order) throws IOException {
        return process.tell(order, "ok ");
    }

    @Override
    public void close() {
        process.close();
    }
}
