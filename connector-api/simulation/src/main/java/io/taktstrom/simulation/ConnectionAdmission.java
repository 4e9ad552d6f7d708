package io.taktstrom.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Who may stay at a simulated device. Thread-safe; connections are closed outside its lock.
 *
 * <pre>
 *  full, and one more comes    the first connection that has not sent a request is closed;
 *                              without one, the connection that has been silent for longest, if for longer than the limit;
 *                              otherwise the new connection is refused
 *  the limit's time is over    connections without a request are closed; of the others, TCP's keep-alive finds the dead ones
 * </pre>
 *
 * So idle connections, however many, never keep a client out that has a request.
 */
public final class ConnectionAdmission {

    private final ConnectionLimits limits;
    /** In the order in which they came. */
    private final Set<ClientConnection> present = new LinkedHashSet<>();

    private boolean closed;

    public ConnectionAdmission(ConnectionLimits limits) {
        this.limits = limits;
    }

    public ConnectionLimits limits() {
        return limits;
    }

    /** Admits a connection, in the place of another if needed; returns false without room, or after {@link #close}. */
    public boolean admit(ClientConnection connection, long nowNanos) {
        ClientConnection leaving = null;
        synchronized (this) {
            if (closed) {
                return false;
            }
            if (present.size() >= limits.connections()) {
                leaving = whoGoes(nowNanos);
                if (leaving == null) {
                    return false;
                }
                present.remove(leaving);
            }
            present.add(connection);
        }
        if (leaving != null) {
            leaving.close("idle, and there are " + limits.connections() + " connections");
        }
        return true;
    }

    private @Nullable ClientConnection whoGoes(long nowNanos) {
        ClientConnection idle = null;
        long longest = limits.silence().toNanos();
        for (ClientConnection connection : present) {
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

    /** Forgets one that has gone. Idempotent. */
    public synchronized void leave(ClientConnection connection) {
        present.remove(connection);
    }

    public synchronized int size() {
        return present.size();
    }

    /** Whether {@link #sweep} may have something to do. */
    synchronized boolean hasIdle() {
        for (ClientConnection connection : present) {
            if (!connection.isKnown()) {
                return true;
            }
        }
        return false;
    }

    /** Closes connections without a request that have been here for longer than the limit. */
    public void sweep(long nowNanos) {
        long limit = limits.silence().toNanos();
        remove(connection -> !connection.isKnown() && nowNanos - connection.lastHeardNanos() > limit)
                .forEach(connection -> connection.close("no request within " + limits.silence()));
    }

    /** Closes the connection without a request that came first, to have its descriptor; returns whether there was one. */
    boolean makeRoom() {
        ClientConnection idle;
        synchronized (this) {
            idle = present.stream()
                    .filter(connection -> !connection.isKnown())
                    .findFirst()
                    .orElse(null);
            present.remove(idle);
        }
        if (idle != null) {
            idle.close("idle, and this process is out of files");
        }
        return idle != null;
    }

    /** Closes all, and takes no more. */
    public void close(String reason) {
        List<ClientConnection> all;
        synchronized (this) {
            closed = true;
            all = remove(connection -> true);
        }
        all.forEach(connection -> connection.close(reason));
    }

    private synchronized List<ClientConnection> remove(Predicate<ClientConnection> condition) {
        List<ClientConnection> removed = new ArrayList<>();
        present.removeIf(connection -> condition.test(connection) && removed.add(connection));
        return removed;
    }
}
