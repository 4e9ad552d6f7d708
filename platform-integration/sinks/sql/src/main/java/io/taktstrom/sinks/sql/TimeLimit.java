package io.taktstrom.sinks.sql;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts a thread that works for too long. The driver's own time-out ends reads only: a server that takes no bytes would
 * hold a write for ever. One for each inlet; its thread begins and ends, the sink's watch fires.
 */
final class TimeLimit {

    private final ScheduledThreadPoolExecutor watch;
    private final long nanos;

    private @Nullable Thread busy;
    private @Nullable ScheduledFuture<?> end;
    private boolean over;

    TimeLimit(ScheduledThreadPoolExecutor watch, long nanos) {
        this.watch = watch;
        this.nanos = nanos;
    }

    /** From now on this thread has that long. */
    synchronized void begin() {
        over = false;
        busy = Thread.currentThread();
        end = watch.schedule(this::fire, nanos, TimeUnit.NANOSECONDS);
    }

    private synchronized void fire() {
        if (busy != null) {
            over = true;
            busy.interrupt();
        }
    }

    /**
     * The work is done, or has failed. An interrupt that came from here is none any more.
     *
     * @return whether it took too long
     */
    synchronized boolean end() {
        busy = null;
        if (end != null) {
            end.cancel(false);
        }
        if (over) {
            Thread.interrupted();
        }
        return over;
    }
}
