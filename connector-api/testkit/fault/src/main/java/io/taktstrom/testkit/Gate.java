package io.taktstrom.testkit;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Where threads wait: for a condition, a time, or whichever comes first. */
final class Gate {

    static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Returns when the gate is open or the limit has passed. */
    void await(Duration limit, BooleanSupplier open) {
        long remaining = limit.toNanos();
        lock.lock();
        try {
            while (remaining > 0 && !open.getAsBoolean()) {
                remaining = changed.awaitNanos(remaining);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        } finally {
            lock.unlock();
        }
    }

    /** Everybody who waits looks again. */
    void changed() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
