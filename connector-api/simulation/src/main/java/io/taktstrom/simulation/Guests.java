package io.taktstrom.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Who may stay at a simulated device. Thread-safe; guests are closed outside its lock.
 *
 * <pre>
 *  full, and one more comes    the stranger that came first goes;
 *                              without strangers, the known guest that has asked for nothing for longest, if for longer
 *                              than the limit; otherwise the newcomer is refused
 *  the limit's time is over    strangers go; known guests stay, TCP's keep-alive finds those that are dead
 * </pre>
 *
 * So idle connections, however many, never keep a client out that has something to ask.
 */
public final class Guests {

    private final ConnectionLimits limits;
    /** In the order in which they came. */
    private final Set<Guest> present = new LinkedHashSet<>();

    private boolean closed;

    public Guests(ConnectionLimits limits) {
        this.limits = limits;
    }

    public ConnectionLimits limits() {
        return limits;
    }

    /** Takes a guest in, in another's place if need be; returns false if there is no room, or after {@link #close}. */
    public boolean admit(Guest guest, long nowNanos) {
        Guest leaving = null;
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
            present.add(guest);
        }
        if (leaving != null) {
            leaving.close("idle, and there are " + limits.connections() + " connections");
        }
        return true;
    }

    private @Nullable Guest whoGoes(long nowNanos) {
        Guest idle = null;
        long longest = limits.silence().toNanos();
        for (Guest guest : present) {
            if (!guest.isKnown()) {
                return guest;
            }
            long silent = nowNanos - guest.lastHeardNanos();
            if (silent > longest) {
                longest = silent;
                idle = guest;
            }
        }
        return idle;
    }

    /** Forgets one that has gone. Idempotent. */
    public synchronized void leave(Guest guest) {
        present.remove(guest);
    }

    public synchronized int size() {
        return present.size();
    }

    /** Whether {@link #sweep} may have something to do. */
    synchronized boolean hasStrangers() {
        for (Guest guest : present) {
            if (!guest.isKnown()) {
                return true;
            }
        }
        return false;
    }

    /** Closes strangers that have been here for longer than the limit. */
    public void sweep(long nowNanos) {
        long limit = limits.silence().toNanos();
        remove(guest -> !guest.isKnown() && nowNanos - guest.lastHeardNanos() > limit)
                .forEach(guest -> guest.close("no request within " + limits.silence()));
    }

    /** Closes the stranger that came first, to have its descriptor; returns whether there was one. */
    boolean makeRoom() {
        Guest stranger;
        synchronized (this) {
            stranger = present.stream()
                    .filter(guest -> !guest.isKnown())
                    .findFirst()
                    .orElse(null);
            present.remove(stranger);
        }
        if (stranger != null) {
            stranger.close("idle, and this process is out of files");
        }
        return stranger != null;
    }

    /** Closes all, and takes no more. */
    public void close(String reason) {
        List<Guest> all;
        synchronized (this) {
            closed = true;
            all = remove(guest -> true);
        }
        all.forEach(guest -> guest.close(reason));
    }

    private synchronized List<Guest> remove(Predicate<Guest> condition) {
        List<Guest> removed = new ArrayList<>();
        present.removeIf(guest -> condition.test(guest) && removed.add(guest));
        return removed;
    }
}
