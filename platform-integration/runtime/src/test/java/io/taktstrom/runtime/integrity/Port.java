package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port of 127.0.0.1 that stays ours while a device restarts. */
final class Port implements AutoCloseable {

    private final Socket reservation = new Socket();

    Port() throws IOException {
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
