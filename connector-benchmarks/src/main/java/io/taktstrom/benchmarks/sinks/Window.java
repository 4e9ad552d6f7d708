package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** How many messages may be on their way to a receiver, for client libraries that leave that to their caller. Thread-safe. */
final class Window {

    private static final int SIZE = 2 * Payloads.UNIT;
    private static final long LIMIT_SECONDS = 30;

    private final Semaphore free = new Semaphore(SIZE);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Waits until one more may go. */
    void sent() throws IOException, InterruptedException {
        await(1);
    }

    /** These were answered. */
    void answered(int messages, @Nullable Throwable newFailure) {
        if (newFailure != null) {
            failure.set(newFailure);
        }
        free.release(messages);
    }

    /** Waits until all were answered. */
    void settle() throws IOException, InterruptedException {
        await(SIZE);
        free.release(SIZE);
    }

    private void await(int permits) throws IOException, InterruptedException {
        if (!free.tryAcquire(permits, LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("no answer in " + LIMIT_SECONDS + " s");
        }
        Throwable failed = failure.get();
        if (failed != null) {
            throw new IOException("a message was not taken", failed);
        }
    }
}
