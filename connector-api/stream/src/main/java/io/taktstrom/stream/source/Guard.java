package io.taktstrom.stream.source;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.spi.ConnectorException;

/**
 * Does something about a call that takes too long: the last resort against a connector, or a library under it, that does
 * not keep its own time limits. The call may still return normally, late.
 */
final class Guard {

    /** What is guarded. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws ConnectorException;
    }

    private final Runnable remedy;
    private boolean armed = true;
    private boolean fired;

    private Guard(Runnable remedy) {
        this.remedy = remedy;
    }

    /** @param remedy runs once when the call takes longer, on a thread that many share, so it only sets things off */
    static <T> T within(long nanos, Runnable remedy, Call<T> call) throws ConnectorException {
        Guard guard = new Guard(remedy);
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
            remedy.run();
        }
    }

    /** Takes an interrupt back where the call has not: it was meant for the call alone. */
    private synchronized void disarm() {
        armed = false;
        if (fired) {
            Thread.interrupted();
        }
    }
}
