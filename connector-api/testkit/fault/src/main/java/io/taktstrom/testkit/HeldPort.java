package io.taktstrom.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port that no other process gets, for a server that must be told its port, or that comes back on it. Bound with SO_REUSEADDR and
 * not listened on: a server that sets the same option may listen there.
 *
 * <p>Without it a port that was free a moment ago could go to another process, or to the client itself: a loopback client that
 * keeps trying a free ephemeral port sooner or later gets that very port as its own and connects to itself.
 */
public final class HeldPort implements AutoCloseable {

    private static final int ATTEMPTS = 100;

    private final Socket reservation = new Socket();
    private final InetSocketAddress address;

    /** A free one of 127.0.0.1. */
    public HeldPort() throws IOException {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /**
     * One at this address of this host.
     *
     * @param at its port 0 for any that is free
     * @throws BindException when it is in use
     */
    public HeldPort(InetSocketAddress at) throws IOException {
        try {
            reservation.setReuseAddress(true);
            reservation.bind(at);
        } catch (IOException e) {
            reservation.close();
            throw e;
        }
        address = (InetSocketAddress) reservation.getLocalSocketAddress();
    }

    /** This port, at any address from 127.0.0.0/8 where it is free: for peers that know one port only. */
    public static HeldPort atAnyAddress(int port) throws IOException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int attempt = 1; ; attempt++) {
            byte[] address = {
                127, (byte) random.nextInt(1, 255), (byte) random.nextInt(1, 255), (byte) random.nextInt(1, 255)
            };
            try {
                return new HeldPort(new InetSocketAddress(InetAddress.getByAddress(address), port));
            } catch (BindException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    public int number() {
        return address.getPort();
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Anybody may get it from now on. */
    @Override
    public void close() throws IOException {
        reservation.close();
    }
}
