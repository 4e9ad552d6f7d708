package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/**
 * Sockets that an interrupt closes, whether they wait for bytes or for room: an ordinary one waits on, and a call that hangs
 * could not be ended. Public because the driver makes it by its name.
 */
public final class InterruptibleSockets extends SocketFactory {

    @Override
    public Socket createSocket() throws IOException {
        return SocketChannel.open().socket();
    }

    private static Socket connected(InetSocketAddress address) throws IOException {
        return SocketChannel.open(address).socket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        throw new IOException("the driver binds no local address");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        throw new IOException("the driver binds no local address");
    }
}
