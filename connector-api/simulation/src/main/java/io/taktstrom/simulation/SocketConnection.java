package io.taktstrom.simulation;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** One client of a simulated device, served by one thread until either of them ends the connection. */
public abstract class SocketConnection implements ServedConnection {

    private static final Logger LOG = System.getLogger(SocketConnection.class.getName());
    private static final long PAUSE_NANOS = 10_000_000;

    private final SocketChannel channel;
    private final InetSocketAddress peer;
    private final String name;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean known;
    private volatile long lastHeardNanos = System.nanoTime();

    /**
     * A client that has come.
     *
     * @param device that is simulated, for the names of threads
     */
    protected SocketConnection(String device, SocketChannel channel) throws IOException {
        this.channel = channel;
        peer = (InetSocketAddress) channel.getRemoteAddress();
        name = device + "-client-" + peer.getAddress().getHostAddress() + ":" + peer.getPort();
    }

    /** Serves what has come; waits until something does. Returns false once the client has ended the connection. */
    protected abstract boolean serve() throws IOException;

    /** Called once, before the channel is closed: who sees the end of one connection may ask for another. Any thread. */
    protected abstract void leave();

    /** To it and from it. */
    protected final SocketChannel channel() {
        return channel;
    }

    /** Where the client is. */
    public final InetSocketAddress peer() {
        return peer;
    }

    /** Takes note that the client has said something that makes sense. */
    protected final void heard() {
        known = true;
        lastHeardNanos = System.nanoTime();
    }

    /** Whether it has ended. */
    protected final boolean isClosed() {
        return closed.get();
    }

    @Override
    public final boolean isKnown() {
        return known;
    }

    @Override
    public long lastHeardNanos() {
        return lastHeardNanos;
    }

    @Override
    public final void run() {
        String reason = "closed by client";
        try {
            while (serve()) {
                // Until the client ends the connection.
            }
        } catch (IOException e) {
            reason = String.valueOf(e.getMessage());
        } finally {
            close(reason);
        }
    }

    /** Waits, unless the connection ends. */
    public final void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !closed.get(); left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, PAUSE_NANOS));
        }
    }

    /** Closing the channel also wakes up threads that read or write it. */
    @Override
    public final void close(String reason) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        LOG.log(Level.DEBUG, "{0}: {1}", name, reason);
        leave();
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, name + ": cannot close", e);
        }
    }

    @Override
    public final String toString() {
        return name;
    }
}
