package io.taktstrom.ads.tck;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An address and port of this host for something that stops and starts. In between they must go to nobody else, least of
 * all to a client that tries to connect: it would meet itself.
 */
public final class FixedAddress implements AutoCloseable {

    private static final int ATTEMPTS = 100;

    private final Socket reservation;

    private FixedAddress(Socket reservation) {
        this.reservation = reservation;
    }

    /** Any free port of 127.0.0.1. */
    static FixedAddress anyPort() throws IOException {
        return reserve(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** This port, at any address from 127.0.0.0/8 where it is free. */
    static FixedAddress anyAddress(int port) throws IOException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int attempt = 1; ; attempt++) {
            byte[] address = {
                127, (byte) random.nextInt(1, 255), (byte) random.nextInt(1, 255), (byte) random.nextInt(1, 255)
            };
            try {
                return reserve(new InetSocketAddress(InetAddress.getByAddress(address), port));
            } catch (BindException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static FixedAddress reserve(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(true);
            socket.bind(address);
            return new FixedAddress(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    InetAddress host() {
        return reservation.getLocalAddress();
    }

    int port() {
        return reservation.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        reservation.close();
    }
}
