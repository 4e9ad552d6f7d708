package io.taktstrom.cli.shell;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The request that a running command should end in an orderly way, as SIGINT and SIGTERM express it. Thread-safe.
 *
 * <p>Only commands that run until stopped handle it; any other is ended by the signal.
 */
public final class StopSignal {

    private final CountDownLatch requested = new CountDownLatch(1);
    private volatile boolean handled;

    /** From now on the command itself responds to {@link #request}. */
    public void handle() {
        handled = true;
    }

    public boolean isHandled() {
        return handled;
    }

    public void request() {
        requested.countDown();
    }

    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Waits at most this long; whether the command should end. An interrupt counts as a request. */
    public boolean await(Duration limit) {
        try {
            return requested.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
