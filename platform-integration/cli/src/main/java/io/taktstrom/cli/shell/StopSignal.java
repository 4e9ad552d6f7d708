package io.taktstrom.cli.shell;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The wish that a running command should end in an orderly way, as SIGINT and SIGTERM express it. Thread-safe.
 *
 * <p>Only commands that run until stopped listen; any other simply dies.
 */
public final class StopSignal {

    private final CountDownLatch asked = new CountDownLatch(1);
    private volatile boolean heeded;

    /** From now on {@link #ask} is answered by the command itself. */
    public void heed() {
        heeded = true;
    }

    public boolean isHeeded() {
        return heeded;
    }

    public void ask() {
        asked.countDown();
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits at most this long; whether the command should end. An interrupt counts as the wish to end. */
    public boolean await(Duration limit) {
        try {
            return asked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
