package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Accepts connections. */
final class Listener implements Runnable, AutoCloseable {

    private static final Logger LOG = System.getLogger(Listener.class.getName());

    private final Simulation simulation;
    private final ServerSocketChannel server;
    private volatile boolean oneConnectionPerHost;

    Listener(Simulation simulation, InetSocketAddress address, boolean oneConnectionPerHost) throws IOException {
        this.simulation = simulation;
        this.oneConnectionPerHost = oneConnectionPerHost;
        this.server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address);
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
                LOG.log(Level.DEBUG, simulation.name() + ": accept ended: " + e.getMessage());
            }
        }
    }

    private void accept(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Connection connection = new Connection(simulation, channel);
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
