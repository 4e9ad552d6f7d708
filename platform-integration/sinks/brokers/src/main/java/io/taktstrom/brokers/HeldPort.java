package io.taktstrom.brokers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A free port of 127.0.0.1 that nobody else gets, for a server that must be told its port, and that comes back on it. Bound
 * with SO_REUSEADDR and not listened on: a server that sets the same option may listen there.
 */
final class HeldPort implements AutoCloseable {

    private final Socket reservation = new Socket();

    HeldPort() throws IOException {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    int number() {
        return reservation.getLocalPort();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), number());
    }

    @Override
    public void close() throws IOException {
        reservation.close();
    }
}
