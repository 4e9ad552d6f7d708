package io.taktstrom.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The open connections of a simulated device. Thread-safe; connections are closed outside its lock.
 *
 * <pre>
 *  full, and one more connects  the first connection that has not sent a request is closed;
 *                               without one, the connection that has been silent for longest, if for longer than the limit;
 *                               otherwise the new connection is refused
 *  the limit's time is over     connections without a request are closed; of the others, TCP's keep-alive finds the dead ones
 * </pre>
 *
 * So idle connections, however many, never keep a client out that has a request.
 *
 * @param <C> what a connection is
 */
public final class Connections<C extends ClientConnection> {

    private final ConnectionLimits limits;
    /** In the order in which they connected. */
    private final Set<C> open = new LinkedHashSet<>();

    private long accepted;
    private boolean closed;

    public Connections(ConnectionLimits limits) {
        this.limits = limits;
    }

    public ConnectionLimits limits() {
        return limits;
    }

    /** Admits a connection, in the place of another if needed; returns false if it is refused. */
    public boolean admit(C connection, long nowNanos) {
        C leaving = null;
        synchronized (this) {
            if (closed) {
                return false;
            }
            accepted++;
            if (open.size() >= limits.connections()) {
                leaving = leastUseful(nowNanos);
                if (leaving == null) {
                    return false;
                }
                open.remove(leaving);
            }
            open.add(connection);
        }
        if (leaving != null) {
            leaving.close("idle, and the limit of " + limits.connections() + " connections is reached");
        }
        return true;
    }

    private @Nullable C leastUseful(long nowNanos) {
        C idle = null;
        long longest = limits.silence().toNanos();
        for (C connection : open) {
            if (!connection.isKnown()) {
                return connection;
            }
            long silent = nowNanos - connection.lastHeardNanos();
            if (silent > longest) {
                longest = silent;
                idle = connection;
            }
        }
        return idle;
    }

    /** Removes a connection that has ended. Idempotent. */
    public synchronized void remove(ClientConnection connection) {
        open.remove(connection);
    }

    public synchronized List<C> list() {
        return List.copyOf(open);
    }

    public synchronized int size() {
        return open.size();
    }

    /** How many connections were accepted so far, also those that were refused for lack of room. */
    public synchronized long accepted() {
        return accepted;
    }

    /** Closes all; clients may connect again at once. */
    public void drop() {
        list().forEach(connection -> connection.close("dropped"));
    }

    /** Whether {@link #sweep} may have something to do. */
    synchronized boolean hasIdle() {
        return open.stream().anyMatch(connection -> !connection.isKnown());
    }

    /** Closes connections without a request that have been open for longer than the limit. */
    public void sweep(long nowNanos) {
        long limit = limits.silence().toNanos();
        closeAll(
                removeIf(connection -> !connection.isKnown() && nowNanos - connection.lastHeardNanos() > limit),
                "no request within " + limits.silence());
    }

    /** Closes the oldest connection without a request, to free its descriptor; returns whether there was one. */
    boolean makeRoom() {
        C idle;
        synchronized (this) {
            idle = open.stream()
                    .filter(connection -> !connection.isKnown())
                    .findFirst()
                    .orElse(null);
            open.remove(idle);
        }
        if (idle != null) {
            idle.close("idle, and this process is out of file descriptors");
        }
        return idle != null;
    }

    /** Closes all, and admits no more until {@link #open}. */
    void close(String reason) {
        List<C> all;
        synchronized (this) {
            closed = true;
            all = removeIf(connection -> true);
        }
        closeAll(all, reason);
    }

    synchronized void open() {
        closed = false;
    }

    private synchronized List<C> removeIf(Predicate<C> condition) {
        List<C> removed = new ArrayList<>();
        open.removeIf(connection -> condition.test(connection) && removed.add(connection));
        return removed;
    }

    private void closeAll(List<C> connections, String reason) {
        connections.forEach(connection -> connection.close(reason));
    }
}
