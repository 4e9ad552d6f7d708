package io.taktstrom.stream.source;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.spi.ConnectorException;

/**
 * Interrupts a call that takes too long: the last resort against a connector, or a library under it, that does not keep
 * its own time limits. The call may still return normally, late.
 */
final class Guard {

    /** What is guarded. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws ConnectorException;
    }

    private final Thread thread = Thread.currentThread();
    private boolean armed = true;
    private boolean fired;

    private Guard() {}

    static <T> T within(long nanos, Call<T> call) throws ConnectorException {
        Guard guard = new Guard();
        CompletableFuture<Void> alarm =
                new CompletableFuture<Void>().completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
        CompletableFuture<Void> reaction = alarm.thenRun(guard::fire);
        try {
            return call.run();
        } finally {
            guard.disarm();
            alarm.cancel(false);
            reaction.cancel(false);
        }
    }

    private synchronized void fire() {
        if (armed) {
            fired = true;
            thread.interrupt();
        }
    }

    /** Takes the interrupt back where the call has not: it was meant for the call alone. */
    private synchronized void disarm() {
        armed = false;
        if (fired) {
            Thread.interrupted();
        }
    }
}
