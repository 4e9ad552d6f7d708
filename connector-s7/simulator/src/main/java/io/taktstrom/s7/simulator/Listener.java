package io.taktstrom.s7.simulator;

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

    private static final int BACKLOG = 128;
    private static final long RETRY_NANOS = 10_000_000;

    private final Simulation simulation;
    private final ServerSocketChannel server;
    private final InetSocketAddress address;

    Listener(Simulation simulation, InetSocketAddress wanted) throws IOException {
        this.simulation = simulation;
        server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(wanted, BACKLOG);
            address = (InetSocketAddress) server.getLocalAddress();
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "cannot listen on " + wanted + ": " + e.getMessage()
                            + "; choose another address, or port 0 for any free one",
                    e);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void run() {
        while (server.isOpen()) {
            try {
                accept(server.accept());
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "s7-simulator " + address + ": cannot accept: " + e.getMessage());
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
        if (simulation.add(connection)) {
            simulation.start(connection, connection.toString());
        } else {
            connection.close("simulator closed");
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
