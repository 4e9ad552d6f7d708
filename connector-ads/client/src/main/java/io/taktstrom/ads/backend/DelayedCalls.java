package io.taktstrom.ads.backend;

import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/** Calls that one thread is to make, each not before its time, and that any thread adds; for backends. */
public final class DelayedCalls {

    private static final long LONG_NANOS = 3_600_000_000_000L;

    private record Call(long at, Runnable call) {}

    private final PriorityQueue<Call> calls = new PriorityQueue<>((one, other) -> Long.signum(one.at() - other.at()));
    private volatile boolean changed;

    /**
     * Adds one; the caller wakes the thread.
     *
     * @param at as in {@link System#nanoTime}
     */
    public synchronized void add(long at, Runnable call) {
        calls.add(new Call(at, call));
        changed = true;
    }

    /** Whether one was added since {@link #next} was asked. */
    public boolean isChanged() {
        return changed;
    }

    /** When the next one is due; long from now if there is none. */
    public synchronized long next() {
        changed = false;
        Call next = calls.peek();
        return next == null ? System.nanoTime() + LONG_NANOS : next.at();
    }

    /** One that is due, which is the caller's to make; null when there is none. */
    public synchronized @Nullable Runnable due() {
        Call next = calls.peek();
        if (next == null || next.at() - System.nanoTime() > 0) {
            return null;
        }
        calls.poll();
        return next.call();
    }
}
