package io.taktstrom.stream.gather;

import java.time.Duration;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.Notices;

/** Reads a gather at {@code start + n * cycle}, until it is closed, on a thread of its own. Thread-safe. */
public final class GatherWatch implements AutoCloseable {

    private final Gather gather;
    private final long cycleNanos;
    private final EpochNanoClock clock;
    private final Consumer<Gathered> listener;
    private final ScheduledTask task;
    private long due;

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
        due = clock.nanoTime();
        task = IdleStrategy.PARK.alone(
                "takt-gather-" + gather.name(),
                this::doWork,
                () -> {},
                e -> notices.accept("gather " + gather.name() + ": " + Notices.inWords(e) + "; going on"),
                clock);
        task.begin();
    }

    private long doWork() {
        if (clock.nanoTime() >= due) {
            // No other round may change what the listener looks at.
            synchronized (gather) {
                listener.accept(gather.read());
            }
            due += (Math.max(0, (clock.nanoTime() - due) / cycleNanos - 1) + 1) * cycleNanos;
        }
        return Math.max(0, due - clock.nanoTime());
    }

    /** Ends it, at once or when the round is over that is being read. Idempotent; the listener may call it. */
    @Override
    public void close() {
        task.end();
    }
}
