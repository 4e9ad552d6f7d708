package io.taktstrom.stream;

import java.util.concurrent.locks.LockSupport;

/**
 * A loop in steps, so that it can be driven by a thread, or by a test that decides what happens when. Steps are done by one
 * thread at a time.
 */
@FunctionalInterface
public interface Agent {

    /** Nothing is left to do, for ever. */
    long OVER = -1;

    /** Nothing to do until the thread is unparked. */
    long UNTIL_WOKEN = Long.MAX_VALUE;

    /**
     * Does what is due now, and does not wait for what comes later.
     *
     * @return nanoseconds until the next step is due, 0 for at once; {@link #UNTIL_WOKEN} or {@link #OVER}. A step that comes
     *     early does no harm
     */
    long doWork();

    /** Drives it on the calling thread until it is over. An interrupt ends a wait, and nothing else. */
    default void run() {
        for (long wait = doWork(); wait != OVER; wait = doWork()) {
            if (wait > 0) {
                LockSupport.parkNanos(this, wait);
                Thread.interrupted();
            }
        }
    }
}
