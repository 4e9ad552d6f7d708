package io.taktstrom.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

import org.jspecify.annotations.Nullable;

/**
 * A port that stays ours while it is closed.
 */
final class ReservedPort implements AutoCloseable {

    private final HeldPort port;
    private final Gate gate;
    private volatile @Nullable ServerSocket listener;
    private volatile boolean accepting;

    /** @param at a local address; its port 0 for any that is free */
    ReservedPort(Gate gate, InetSocketAddress at) throws IOException {
        this.gate = gate;
        port = new HeldPort(at);
        listen();
    }

    InetSocketAddress address() {
        return port.address();
    }

    boolean isListening() {
        return listener != null;
    }

    /** The next connection; null when the port refuses, or began to while this waited. One thread accepts. */
    @Nullable
    Socket accept() throws IOException {
        ServerSocket open = listener;
        if (open == null) {
            return null;
        }
        accepting = true;
        try {
            return open.accept();
        } catch (SocketException e) {
            if (open.isClosed()) {
                return null;
            }
            throw e;
        } finally {
            accepting = false;
            gate.changed();
        }
    }

    void listen() throws IOException {
        ServerSocket opened = new ServerSocket();
        opened.setReuseAddress(true);
        opened.bind(port.address());
        listener = opened;
    }

    /** Returns when no client can connect any more: the kernel listens on for as long as a thread is inside accept. */
    void refuse() throws IOException {
        ServerSocket open = listener;
        listener = null;
        if (open != null) {
            open.close();
            gate.await(Gate.FOREVER, () -> !accepting);
        }
    }

    @Override
    public void close() throws IOException {
        refuse();
        port.close();
    }
}
