package io.taktstrom.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A listening device, a proxy before it, and both ends of each connection in the hands of the test. */
final class ProxiedPair implements AutoCloseable {

    /** Both ends of one connection. */
    record Ends(Socket client, Socket server) {}

    private static final int LIMIT_MILLIS = 30_000;

    private final ServerSocket device;
    private final FaultProxy proxy;
    private final List<Socket> sockets = new ArrayList<>();

    ProxiedPair(long seed) throws IOException {
        device = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        device.setSoTimeout(LIMIT_MILLIS);
        proxy = FaultProxy.start((InetSocketAddress) device.getLocalSocketAddress(), seed);
    }

    FaultProxy proxy() {
        return proxy;
    }

    Ends connect() throws IOException {
        Socket client = connectClient();
        Socket server = device.accept();
        return new Ends(client, kept(server));
    }

    /** The client's end alone: for connections that the device must not see. */
    Socket connectClient() throws IOException {
        Socket client = kept(new Socket());
        client.setTcpNoDelay(true);
        client.connect(proxy.address(), LIMIT_MILLIS);
        return client;
    }

    private Socket kept(Socket socket) throws IOException {
        socket.setSoTimeout(LIMIT_MILLIS);
        sockets.add(socket);
        return socket;
    }

    void stopDevice() throws IOException {
        device.close();
    }

    @Override
    public void close() {
        proxy.close();
        try {
            device.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
