package io.taktstrom.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

import org.jspecify.annotations.Nullable;

/**
 * A port of 127.0.0.1 that stays ours while nobody listens on it.
 *
 * <p>Without the reservation a refused port could go to another process, or to the client itself: a loopback client that
 * keeps trying a free ephemeral port sooner or later gets that very port as its own and connects to itself.
 */
final class ReservedPort implements AutoCloseable {

    private final Socket reservation = new Socket();
    private final InetSocketAddress address;
    private volatile @Nullable ServerSocket listener;

    ReservedPort() throws IOException {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        address = (InetSocketAddress) reservation.getLocalSocketAddress();
        listen();
    }

    InetSocketAddress address() {
        return address;
    }

    @Nullable
    ServerSocket listener() {
        return listener;
    }

    void listen() throws IOException {
        ServerSocket opened = new ServerSocket();
        opened.setReuseAddress(true);
        opened.bind(address);
        listener = opened;
    }

    void refuse() throws IOException {
        ServerSocket open = listener;
        listener = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() throws IOException {
        refuse();
        reservation.close();
    }
}
