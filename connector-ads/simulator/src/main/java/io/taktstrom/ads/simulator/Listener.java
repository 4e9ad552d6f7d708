package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/** Accepts connections. */
final class Listener implements Runnable, AutoCloseable {

    private static final Logger LOG = System.getLogger(Listener.class.getName());

    /** Connections that wait to be accepted; with fewer, a rush of clients would cost each of them a second. */
    private static final int BACKLOG = 1024;

    private static final long RETRY_NANOS = 10_000_000;

    private final Simulation simulation;
    private final ServerSocketChannel server;
    private volatile boolean oneConnectionPerHost;

    Listener(Simulation simulation, InetSocketAddress address, boolean oneConnectionPerHost) throws IOException {
        this.simulation = simulation;
        this.oneConnectionPerHost = oneConnectionPerHost;
        this.server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address, BACKLOG);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "cannot listen on " + address + ": " + e.getMessage()
                            + "; choose another address, or port 0 for any free one",
                    e);
        }
    }

    InetSocketAddress address() {
        try {
            return (InetSocketAddress) server.getLocalAddress();
        } catch (IOException e) {
            throw new IllegalStateException("the simulator is closed", e);
        }
    }

    void setOneConnectionPerHost(boolean on) {
        oneConnectionPerHost = on;
    }

    @Override
    public void run() {
        while (server.isOpen()) {
            try {
                accept(server.accept());
            } catch (IOException e) {
                LOG.log(Level.DEBUG, simulation.name() + ": cannot accept: " + e.getMessage());
                // Out of files, perhaps: that does not pass at once.
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void accept(SocketChannel channel) throws IOException {
        Connection connection;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connection = new Connection(simulation, channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        if (oneConnectionPerHost) {
            for (Connection older : simulation.connections()) {
                if (older.peer().equals(connection.peer())) {
                    older.close("replaced by " + connection);
                }
            }
        }
        if (simulation.add(connection)) {
            simulation.start(connection, connection.toString());
        } else {
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
