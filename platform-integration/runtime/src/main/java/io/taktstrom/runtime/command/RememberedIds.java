package io.taktstrom.runtime.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.taktstrom.data.EpochNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The identifiers of commands that could still come again: of each that has not expired. Bounded; thread-safe.
 *
 * <p>A clock that is set must not open a way for a repeat. Set forward, it lets identifiers be forgotten too soon; set back, it
 * makes their commands valid again. So one is forgotten only when its time is over by the monotonic clock as well, and no
 * command is taken any more that expires before the last one that was forgotten.
 */
final class RememberedIds {

    /** In the place of an outcome that is not known yet. */
    static final String WAITING = "waiting";

    /**
     * One of them.
     *
     * @param expires epoch nanoseconds
     * @param until monotonic nanoseconds
     */
    record Remembered(String id, long expires, long until, String outcome) {}

    private static final Comparator<Remembered> BY_EXPIRY =
            Comparator.comparingLong(Remembered::expires).thenComparing(Remembered::id);

    private final EpochNanoClock clock;
    private final int max;
    private final Map<String, Remembered> byId = new HashMap<>();
    private final TreeSet<Remembered> byExpiry = new TreeSet<>(BY_EXPIRY);
    private long forgottenUntil = Long.MIN_VALUE;

    RememberedIds(EpochNanoClock clock, int max) {
        this.clock = clock;
        this.max = max;
    }

    /** What became of the command of this identifier; null when there was none. */
    synchronized @Nullable String outcome(String id) {
        Remembered found = byId.get(id);
        return found == null ? null : found.outcome();
    }

    /** Whether a command that expires then is too late, whatever the clock shows now. */
    synchronized boolean isPast(long expires) {
        return expires <= forgottenUntil || expires <= clock.epochNanos();
    }

    /** Takes an identifier that is free; false when there is no room. */
    synchronized boolean claim(String id, long expires) {
        forget();
        if (byId.size() >= max) {
            return false;
        }
        put(new Remembered(id, expires, clock.nanoTime() + Math.max(0, expires - clock.epochNanos()), WAITING));
        return true;
    }

    private void put(Remembered one) {
        Remembered before = byId.put(one.id(), one);
        if (before != null) {
            byExpiry.remove(before);
        }
        byExpiry.add(one);
    }

    /** Nothing was sent: the same command may come again. */
    synchronized void release(String id) {
        Remembered one = byId.remove(id);
        if (one != null) {
            byExpiry.remove(one);
        }
    }

    synchronized void settle(String id, String outcome) {
        Remembered one = byId.get(id);
        if (one != null) {
            put(new Remembered(id, one.expires(), one.until(), outcome));
        }
    }

    /** One that another process has used, before this one began. */
    synchronized void restore(String id, long expires, String outcome) {
        long left = Math.max(0, expires - clock.epochNanos());
        put(new Remembered(id, expires, clock.nanoTime() + left, outcome));
        forget();
    }

    private void forget() {
        long wall = clock.epochNanos();
        long now = clock.nanoTime();
        while (!byExpiry.isEmpty()) {
            Remembered first = byExpiry.first();
            if (first.expires() > wall || first.until() - now > 0) {
                return;
            }
            byExpiry.pollFirst();
            byId.remove(first.id());
            forgottenUntil = Math.max(forgottenUntil, first.expires());
        }
    }

    /** Those that have been sent, by expiry, for the file that survives us. */
    synchronized List<Remembered> sent() {
        forget();
        List<Remembered> sent = new ArrayList<>(byExpiry);
        sent.removeIf(one -> one.outcome().equals(WAITING));
        return sent;
    }
}
