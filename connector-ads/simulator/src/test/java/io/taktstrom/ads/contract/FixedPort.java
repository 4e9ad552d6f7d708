package io.taktstrom.ads.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of 127.0.0.1 for PLCs that stop and start. Between them it must go to nobody else, least of all to a client that
 * tries to connect: it would meet itself.
 */
final class FixedPort implements AutoCloseable {

    private final Socket reservation = new Socket();

    FixedPort() throws IOException {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    int number() {
        return reservation.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        reservation.close();
    }
}
