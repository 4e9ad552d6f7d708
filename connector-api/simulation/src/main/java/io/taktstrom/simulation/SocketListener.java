package io.taktstrom.simulation;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import jdk.net.ExtendedSocketOptions;

/**
 * Accepts a simulated device's connections, and serves each on a thread of its own. Nothing that happens to one connection
 * ends it: no failure to accept, no exception of a connection, no lack of memory, threads or files. Thread-safe.
 *
 * <pre>
 *  accept --> ConnectionFactory --> Connections: room? --> thread: run --> remove
 *                                       |                            `- whatever it throws ends this connection alone
 *                                       `-> close
 * </pre>
 */
public final class SocketListener<C extends ClientConnection & Runnable> implements AutoCloseable {

    private static final Logger LOG = System.getLogger(SocketListener.class.getName());

    /** Connections that wait to be accepted; with fewer, a rush of clients would cost each of them a second. */
    private static final int BACKLOG = 1024;

    private static final long FIRST_RETRY_NANOS = 10_000_000;
    private static final long LAST_RETRY_NANOS = 1_000_000_000;
    private static final int LONGEST_SWEEP_MILLIS = 1000;

    private final String name;
    private final InetSocketAddress address;
    private final ConnectionFactory<C> factory;
    private final Connections<C> connections;
    private final DeviceThreads threads = new DeviceThreads();
    private volatile ServerSocketChannel server;
    private volatile boolean closed;
    private long retryNanos = FIRST_RETRY_NANOS;

    /** Makes a connection of a connection that was accepted. */
    @FunctionalInterface
    public interface ConnectionFactory<C> {

        /** Called on the listener's thread, so it must not wait. What it throws ends this connection alone. */
        C create(SocketChannel channel) throws IOException;
    }

    /**
     * Listens, but accepts no connection before {@link #start}.
     *
     * @param name of the device, for threads and the log, for example {@code takt-simulator-s7}
     * @throws IOException if the address is taken or not of this machine
     */
    public SocketListener(
            String name, InetSocketAddress wanted, Connections<C> connections, ConnectionFactory<C> factory)
            throws IOException {
        this.name = name;
        this.factory = factory;
        this.connections = connections;
        this.server = bind(wanted);
        connections.open();
        this.address = (InetSocketAddress) server.getLocalAddress();
    }

    private static ServerSocketChannel bind(InetSocketAddress wanted) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(wanted, BACKLOG);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw new IOException(
                    "cannot listen on " + wanted.getHostString() + ":" + wanted.getPort() + ": " + e.getMessage()
                            + "; choose another address, or port 0 for any free one",
                    e);
        }
    }

    /** Where it listens; the port is the real one. */
    public InetSocketAddress address() {
        return address;
    }

    /** Accepts connections from now on. Call it once. */
    public void start() {
        threads.start(this::listen, name + "-listener-" + Simulator.hostAndPort(address));
    }

    private void listen() {
        while (!closed) {
            doWork();
        }
    }

    /** Waits for one connection, and serves it. */
    private void doWork() {
        try {
            reopen();
            admit(next());
            retryNanos = FIRST_RETRY_NANOS;
        } catch (SocketTimeoutException e) {
            LOG.log(Level.TRACE, "no connection within the time");
        } catch (IOException | RuntimeException | Error e) {
            // Out of files, memory or threads, or an exception of the factory: it is logged, and the listener goes on.
            survive(e);
        }
        connections.sweep(System.nanoTime());
    }

    /** Opens another socket if this one was closed by something else. */
    private synchronized void reopen() throws IOException {
        if (!closed && !server.isOpen()) {
            server = bind(address);
        }
    }

    /** Times out while there are clients without a request, so that they are closed without a new connection, too. */
    private SocketChannel next() throws IOException {
        long sweep =
                TimeUnit.NANOSECONDS.toMillis(connections.limits().silence().toNanos() / 4);
        int timeout = (int) Math.max(1, Math.min(sweep, LONGEST_SWEEP_MILLIS));
        server.socket().setSoTimeout(connections.hasIdle() ? timeout : 0);
        return server.socket().accept().getChannel();
    }

    private void survive(Throwable e) {
        if (closed) {
            return;
        }
        LOG.log(Level.WARNING, name + ": cannot accept a connection: " + e + "; the listener continues");
        if (!connections.makeRoom()) {
            LockSupport.parkNanos(retryNanos);
            retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
        }
    }

    private void admit(SocketChannel channel) throws IOException {
        C connection = null;
        boolean served = false;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            keepAlive(channel);
            connection = factory.create(channel);
            if (connections.admit(connection, System.nanoTime())) {
                C admitted = connection;
                threads.start(() -> serve(admitted), connection.toString());
                served = true;
            }
        } finally {
            if (!served) {
                if (connection != null) {
                    connections.remove(connection);
                    connection.close("no room for it");
                }
                channel.close();
            }
        }
    }

    /** Whether a silent connection with a request is still alive, only TCP can tell. */
    private void keepAlive(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, (int)
                    Math.max(1, connections.limits().silence().toSeconds()));
        }
    }

    private void serve(C connection) {
        try {
            connection.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, connection + ": ended by " + e + "; other connections continue");
        } finally {
            connections.remove(connection);
            connection.close("served");
        }
    }

    /** Stops listening, closes all connections, and waits for all threads to end. Idempotent. */
    @Override
    public void close() throws IOException {
        try {
            stop();
        } finally {
            connections.close(name + " closed");
            threads.awaitEnd();
        }
    }

    private synchronized void stop() throws IOException {
        closed = true;
        server.close();
    }
}
