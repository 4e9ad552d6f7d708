package io.taktstrom.testkit;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * A TCP server on 127.0.0.1 that does what a test says, with a daemon thread for each client. It can stop and come back at its
 * port, which no other process gets meanwhile. Thread-safe.
 */
public final class ScriptedServer implements AutoCloseable {

    /** What is done for a client. When it ends, so does the connection; that the client is gone is not a failure. */
    @FunctionalInterface
    public interface Service {
        void serve(Wire wire) throws IOException;
    }

    /** The connection of a client. Its service reads; anybody may send or close. */
    public static final class Wire {

        private final Socket socket;
        private final DataInputStream in;

        private Wire(Socket socket) throws IOException {
            this.socket = socket;
            in = new DataInputStream(socket.getInputStream());
            // Each answer leaves at once instead of waiting for the acknowledgement of the one before.
            socket.setTcpNoDelay(true);
        }

        /** What comes from the client. */
        public DataInputStream in() {
            return in;
        }

        public synchronized void send(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
        }

        public void close() throws IOException {
            socket.close();
        }
    }

    private final String name;
    private final Service service;
    private final Set<Wire> wires = ConcurrentHashMap.newKeySet();
    private @Nullable ReservedPort port;
    private @Nullable Thread acceptor;

    /** @param name with which the names of its threads begin */
    public ScriptedServer(String name, Service service) {
        this.name = name;
        this.service = service;
    }

    /** One that listens. */
    public static ScriptedServer started(String name, Service service) throws IOException {
        ScriptedServer server = new ScriptedServer(name, service);
        server.start();
        return server;
    }

    /** Listens: at a free port, and from the second time on at the same one. */
    public synchronized void start() throws IOException {
        ReservedPort from = port;
        if (from == null) {
            from = new ReservedPort(new Gate(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            port = from;
        } else {
            from.listen();
        }
        ReservedPort listening = from;
        acceptor = thread("accept", () -> accept(listening));
    }

    /** Where it listens. */
    public synchronized InetSocketAddress address() {
        if (port == null) {
            throw new IllegalStateException(name + " has not been started");
        }
        return port.address();
    }

    /** Connections that are open. */
    public Set<Wire> wires() {
        return Set.copyOf(wires);
    }

    /** Closes all connections, and listens on. */
    public void hangUp() throws IOException {
        for (Wire wire : wires) {
            wire.close();
        }
    }

    /** Closes all connections and refuses others, until it is started. */
    public synchronized void stop() throws IOException {
        if (port != null && acceptor != null) {
            port.refuse();
            try {
                // Whom it has taken before is among the connections then.
                acceptor.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        hangUp();
    }

    @Override
    public synchronized void close() throws IOException {
        stop();
        if (port != null) {
            port.close();
        }
    }

    private void accept(ReservedPort from) {
        try {
            for (Socket socket = from.accept(); socket != null; socket = from.accept()) {
                Wire wire = new Wire(socket);
                wires.add(wire);
                var unused = thread("client", () -> serve(wire));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot accept", e);
        }
    }

    private void serve(Wire wire) {
        try (wire.socket) {
            service.serve(wire);
        } catch (IOException e) {
            // The client is gone, or the service has hung up.
        } finally {
            wires.remove(wire);
        }
    }

    private Thread thread(String role, Runnable work) {
        Thread thread = new Thread(work, name + "-" + role);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
