package io.taktstrom.opcua;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.testkit.peer.PeerProcess;

/** A server that knows nothing of us. It needs TAKT_PYTHON or TAKT_NODE, see {@link PeerProcess}. */
final class PeerServer implements AutoCloseable {

    static final String URI = "urn:taktstrom:test";

    private static final Path INTEROP = Path.of("src", "test", "interop");

    /** Who wrote it. */
    enum Kind {
        ASYNCUA("TAKT_PYTHON", "a Python with asyncua", "asyncua_server.py"),
        NODE_OPCUA("TAKT_NODE", "a Node.js, with node-opcua beside the script", "node/server.mjs");

        private final String variable;
        private final String what;
        private final String script;

        Kind(String variable, String what, String script) {
            this.variable = variable;
            this.what = what;
            this.script = script;
        }
    }

    private final PeerProcess process;
    private final int port;
    private boolean stopped;

    private PeerServer(PeerProcess process) throws IOException {
        this.process = process;
        this.port = Integer.parseInt(process.line("ok "));
    }

    /**
     * Starts one; ends the test as skipped without one.
     *
     * @param arguments a folder for its certificate, with which it offers security; or nothing
     */
    static PeerServer start(Kind kind, String... arguments) throws IOException {
        return new PeerServer(PeerProcess.start(kind.variable, kind.what, INTEROP.resolve(kind.script), arguments));
    }

    static PeerServer asyncua(String... arguments) throws IOException {
        return start(Kind.ASYNCUA, arguments);
    }

    static PeerServer nodeOpcua(String... arguments) throws IOException {
        return start(Kind.NODE_OPCUA, arguments);
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

    /** Disappears: connections break, and the port is closed. */
    void stop() throws IOException {
        if (!stopped) {
            tell("stop");
            stopped = true;
        }
    }

    /** Is back on the same port with its values, if it was away. */
    void start() throws IOException {
        start(0);
    }

    /** @param shift how many namespaces are before its own then */
    void start(int shift) throws IOException {
        if (stopped) {
            tell("start " + shift);
            stopped = false;
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
