package io.taktstrom.ads.engine;

import io.taktstrom.ads.backend.BackendSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

import io.taktstrom.spi.ConnectFailedException;

/** A new TCP connection: non-blocking, registered for reading. Whoever gets it closes both parts. */
record Dialed(SocketChannel channel, Selector selector) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    static Dialed to(BackendSettings settings, long deadline) throws ConnectFailedException {
        InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
        if (address.isUnresolved()) {
            throw new ConnectFailedException("connect to " + settings.router() + ": unknown host; check the name");
        }
        Dialed dialed = null;
        try {
            dialed = new Dialed(SocketChannel.open(), Selector.open());
            dialed.connect(address, deadline);
            return dialed;
        } catch (IOException e) {
            if (dialed != null) {
                dialed.close();
            }
            throw new ConnectFailedException(
                    "connect to " + settings.router() + ": " + e.getMessage()
                            + "; check the address, that TwinCAT's router runs there, and the firewall (TCP "
                            + settings.port() + ")",
                    e);
        }
    }

    private void connect(InetSocketAddress address, long deadline) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
        boolean interrupted = false;
        channel.connect(address);
        while (!channel.finishConnect()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new IOException("nobody answered in time");
            }
            selector.select(ready -> {}, Math.max(1, left / NANOS_PER_MILLI));
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        key.interestOps(SelectionKey.OP_READ);
    }

    /** Whether the connection stays on this machine. */
    boolean toThisMachine() throws ConnectFailedException {
        try {
            InetAddress remote = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
            InetAddress local = ((InetSocketAddress) channel.getLocalAddress()).getAddress();
            return remote.isLoopbackAddress() || remote.equals(local);
        } catch (IOException e) {
            throw new ConnectFailedException("connection broke: " + e.getMessage(), e);
        }
    }

    void close() {
        try (selector;
                channel) {
            // Both are closed, whatever one of them says.
        } catch (IOException e) {
            System.getLogger(Dialed.class.getName()).log(System.Logger.Level.DEBUG, "closing a connection", e);
        }
    }
}
