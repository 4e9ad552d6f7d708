package io.taktstrom.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The wish that a running command should end in an orderly way, as SIGINT and SIGTERM express it. Thread-safe.
 *
 * <p>Only commands that run until stopped listen; any other simply dies.
 */
final class StopSignal {

    private final CountDownLatch asked = new CountDownLatch(1);
    private volatile boolean heeded;

    /** From now on {@link #ask} is answered by the command itself. */
    void heed() {
        heeded = true;
    }

    boolean isHeeded() {
        return heeded;
    }

    void ask() {
        asked.countDown();
    }

    boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits at most this long; whether the command should end. An interrupt counts as the wish to end. */
    boolean await(Duration limit) {
        try {
            return asked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
