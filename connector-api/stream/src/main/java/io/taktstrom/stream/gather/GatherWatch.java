package io.taktstrom.stream.gather;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.stream.Notices;

/** Reads a gather at {@code start + n * cycle}, until it is closed, on a thread of its own. Thread-safe. */
public final class GatherWatch implements AutoCloseable {

    private final Gather gather;
    private final long cycleNanos;
    private final EpochNanoClock clock;
    private final Consumer<Gathered> listener;
    private final RestartingThread guard;
    private volatile boolean closed;

    GatherWatch(
            Gather gather,
            Duration cycle,
            EpochNanoClock clock,
            Consumer<Gathered> listener,
            Consumer<String> notices) {
        this.gather = gather;
        cycleNanos = cycle.toNanos();
        this.clock = clock;
        this.listener = listener;
        guard = RestartingThread.unstarted(
                "takt-gather-" + gather.name(),
                this::run,
                () -> {},
                e -> notices.accept("gather " + gather.name() + ": " + Notices.inWords(e) + "; going on"),
                clock);
        guard.begin();
    }

    private void run() {
        long due = clock.nanoTime();
        while (!closed) {
            long early = due - clock.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(this, early);
                // An interrupt would keep it from parking ever again.
                Thread.interrupted();
            } else {
                // Nobody else's round may change what the listener looks at.
                synchronized (gather) {
                    listener.accept(gather.read());
                }
                due += (Math.max(0, (clock.nanoTime() - due) / cycleNanos - 1) + 1) * cycleNanos;
            }
        }
    }

    /** Ends it, at once or when the round is over that is being read. Idempotent; the listener may call it. */
    @Override
    public void close() {
        closed = true;
        guard.end();
    }
}
