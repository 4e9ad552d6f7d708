package io.taktstrom.stream;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.ScheduledTask;
import org.jspecify.annotations.Nullable;

/**
 * Reports when the system's clock is set: time stamps of samples follow it, and those before and after do not
 * compare. Once a second it looks how far the epoch clock is from the monotonic one; a clock that is pulled slowly, as
 * time services do, never comes as far as a step. Thread-safe.
 */
public final class ClockWatch implements AutoCloseable {

    /** Far more than a time service pulls in a second (500 ppm), and than our own clock corrects itself at once (2 ms). */
    private static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

    private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    /** Two readings that are further apart cannot be compared. */
    private static final long CLOSE_TOGETHER_NANOS = STEP_NANOS / 4;

    /**
     * The clock was set.
     *
     * @param at when it was noticed, nanoseconds of the monotonic clock
     * @param nanos how far, negative for back
     */
    public record Step(long at, long nanos) {}

    private final EpochNanoClock clock;
    private final Consumer<String> notices;
    private final AtomicLong steps = new AtomicLong();
    private final ScheduledTask task;
    private volatile @Nullable Step lastStep;
    private long offset;

    private ClockWatch(EpochNanoClock clock, Consumer<String> notices) {
        this.clock = clock;
        this.notices = notices;
        offset = clock.epochNanos() - clock.nanoTime();
        task = ScheduledTask.pooled(
                "takt-clock", this::doWork, () -> {}, e -> notices.accept("watch the clock: " + Notices.inWords(e)));
    }

    /**
     * Starts to watch.
     *
     * @param notices hears of each step once, on a thread that tasks share
     */
    public static ClockWatch start(EpochNanoClock clock, Consumer<String> notices) {
        ClockWatch watch = new ClockWatch(clock, notices);
        watch.task.begin();
        return watch;
    }

    /** How often the clock was set. */
    public long steps() {
        return steps.get();
    }

    /** The last time that the clock was set; null while it was not. */
    public @Nullable Step lastStep() {
        return lastStep;
    }

    private long doWork() {
        look();
        return LOOK_EVERY_NANOS;
    }

    /** Looks now; its task does so once a second. */
    synchronized void look() {
        long before = clock.nanoTime();
        long epoch = clock.epochNanos();
        if (clock.nanoTime() - before > CLOSE_TOGETHER_NANOS) {
            return;
        }
        long step = epoch - before - offset;
        offset += step;
        if (Math.abs(step) >= STEP_NANOS) {
            lastStep = new Step(before, step);
            steps.incrementAndGet();
            notices.accept("the system's clock was set " + Math.abs(step) / 1_000_000 + " ms "
                    + (step > 0 ? "forward, or the machine slept" : "back")
                    + "; time stamps before and after do not compare");
        }
    }

    @Override
    public void close() {
        task.end();
    }
}
