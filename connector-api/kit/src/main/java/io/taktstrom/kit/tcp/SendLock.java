package io.taktstrom.kit.tcp;

import java.util.concurrent.atomic.AtomicInteger;

/** A lock that allocates nothing when threads compete for it, unlike those of the JDK. Not reentrant. */
final class SendLock {

    private static final int FREE = 0;
    private static final int HELD = 1;
    /** Held, and threads may wait. */
    private static final int CONTENDED = 2;

    private final AtomicInteger state = new AtomicInteger();

    void lock() {
        if (!state.compareAndSet(FREE, HELD)) {
            lockSlowly();
        }
    }

    private synchronized void lockSlowly() {
        boolean interrupted = false;
        while (state.getAndSet(CONTENDED) != FREE) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void unlock() {
        if (state.getAndSet(FREE) == CONTENDED) {
            synchronized (this) {
                notify();
            }
        }
    }
}
