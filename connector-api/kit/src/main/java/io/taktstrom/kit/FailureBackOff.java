package io.taktstrom.kit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What work that begins again has thrown, and how long it rests after that. The thread that works; anyone may count. */
final class FailureBackOff {

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(30).toNanos();

    private final String name;
    private final Consumer<Throwable> report;
    private final AtomicLong count = new AtomicLong();
    private long pause = FIRST_PAUSE_NANOS;
    private long restedAt;

    /** @param report hears of all that are not fatal */
    FailureBackOff(String name, Consumer<Throwable> report) {
        this.name = name;
        this.report = report;
    }

    /** A listener that throws must not end the task. */
    void add(Throwable failure) {
        count.incrementAndGet();
        if (Fatal.is(failure)) {
            return;
        }
        try {
            report.accept(failure);
        } catch (Throwable e) {
            Fatal.rethrow(e);
            System.getLogger(RestartingThread.class.getName())
                    .log(System.Logger.Level.WARNING, "the report of a failure of " + name + " failed", e);
        }
    }

    /** Nanoseconds to rest now: each time twice as many, up to a limit; few again once the work went well for that long. */
    long rest(long nowNanos) {
        if (nowNanos - restedAt > LONGEST_PAUSE_NANOS) {
            pause = FIRST_PAUSE_NANOS;
        }
        long rest = pause;
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        restedAt = nowNanos + rest;
        return rest;
    }

    long count() {
        return count.get();
    }
}
