package io.taktstrom.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

import org.jspecify.annotations.Nullable;

/**
 * A simulated device with a listener of its own. Its life is open (in the constructor) -> running -> closed; while it runs,
 * its power may be off.
 *
 * @param <C> one of its clients
 */
public abstract class SocketSimulator<C extends SocketConnection> implements Simulator {

    private final String name;
    protected final Connections<C> connections;
    private final InetSocketAddress address;
    private @Nullable SocketListener<C> listener;

    /**
     * Binds the address; {@link #start} accepts connections.
     *
     * @param name of the device, for threads and the log
     * @throws IOException if the address is taken or not of this machine
     */
    protected SocketSimulator(String name, InetSocketAddress wanted, Connections<C> connections) throws IOException {
        this.name = name;
        this.connections = connections;
        SocketListener<C> first = listen(wanted);
        listener = first;
        address = first.address();
    }

    private SocketListener<C> listen(InetSocketAddress wanted) throws IOException {
        return new SocketListener<>(name, wanted, connections, this::connect);
    }

    /** Called once, when the subclass is constructed. */
    protected final synchronized void start() {
        if (listener != null) {
            listener.start();
        }
    }

    /** Makes a connection of an accepted socket; must not wait. */
    protected abstract C connect(SocketChannel channel) throws IOException;

    @Override
    public final InetSocketAddress address() {
        return address;
    }

    /** TCP connections now. */
    public int openConnections() {
        return connections.size();
    }

    /** TCP connections so far, also those that were refused. */
    public final long connections() {
        return connections.accepted();
    }

    /** Closes all connections; clients may connect again at once. */
    public final void dropConnections() {
        connections.drop();
    }

    /** Stops listening, closes all connections, and waits for their threads to end. Idempotent. */
    public final synchronized void powerOff() {
        SocketListener<C> current = listener;
        if (current != null) {
            listener = null;
            try {
                current.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot close " + endpointUri(), e);
            }
        }
    }

    /**
     * Listens again, on the same port. Idempotent.
     *
     * @throws IOException if another process has taken the port meanwhile
     */
    public final synchronized void powerOn() throws IOException {
        if (listener == null) {
            listener = listen(address);
            start();
        }
    }

    @Override
    public void close() {
        powerOff();
    }
}
