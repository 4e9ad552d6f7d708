package io.taktstrom.stream;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Durations as a histogram that can be read while it is written. Any number of threads record; recording allocates
 * nothing and never waits. Precise to one percent and half a microsecond, up to ten minutes.
 *
 * <pre>
 *  record --&gt; Recorder --(with each reader)     --&gt; total
 *                                             '-----&gt; this window | the window before    (recent: both)
 * </pre>
 */
public final class Timings {

    /** What {@link #recentNanos} looks back on, once or twice. */
    public static final Duration WINDOW = Duration.ofMinutes(1);

    private static final long LEAST_NANOS = 1_000;
    private static final long MAX_NANOS = Duration.ofMinutes(10).toNanos();
    private static final int DIGITS = 2;

    private final EpochNanoClock clock;
    /** Made for the first duration: a histogram is 24 kB, and a process with a thousand devices has thousands that stay empty. */
    private volatile @Nullable Recorder recorder;

    /** Made for the first reader. */
    private @Nullable Collected collected;

    /** @param clock says which of them are recent */
    public Timings(EpochNanoClock clock) {
        this.clock = clock;
    }

    /** Hot. */
    public void record(long nanos) {
        record(nanos, 1);
    }

    /** As {@link #record(long)}, so many times. */
    public void record(long nanos, long count) {
        Recorder into = recorder;
        if (into == null) {
            into = made();
        }
        into.recordValueWithCount(Math.min(Math.max(nanos, 0), MAX_NANOS), count);
    }

    private synchronized Recorder made() {
        Recorder into = recorder;
        if (into == null) {
            into = new Recorder(LEAST_NANOS, MAX_NANOS, DIGITS);
            recorder = into;
        }
        return into;
    }

    /** All that was recorded so far, in nanoseconds. A copy. */
    public synchronized Histogram snapshot() {
        Collected now = collect();
        return now == null ? new PackedHistogram(LEAST_NANOS, MAX_NANOS, DIGITS) : now.total.copy();
    }

    /** How many durations were recorded so far. */
    public synchronized long count() {
        Collected now = collect();
        return now == null ? 0 : now.total.getTotalCount();
    }

    /**
     * The duration that so many of the recent ones did not exceed, in nanoseconds: those of the current and the last
     * window, and of the time since the last read, if that was longer ago. 0 without any.
     *
     * @param quantile 0 to 1; 1 gives the longest
     */
    public synchronized long recentNanos(double quantile) {
        Collected now = collect();
        if (now == null) {
            return 0;
        }
        Histogram recent = now.before.copy();
        recent.add(now.window);
        return recent.getTotalCount() == 0 ? 0 : recent.getValueAtPercentile(quantile * 100);
    }

    /** Null while there is nothing. */
    private @Nullable Collected collect() {
        Recorder from = recorder;
        if (from == null) {
            return null;
        }
        Collected into = collected;
        if (into == null) {
            into = new Collected(clock.nanoTime());
            collected = into;
        }
        into.collect(from, clock.nanoTime());
        return into;
    }

    private static final class Collected {

        // Packed: they are written once in a while, and most of what they could count does not happen.
        private final Histogram total = new PackedHistogram(LEAST_NANOS, MAX_NANOS, DIGITS);
        private Histogram window = new PackedHistogram(LEAST_NANOS, MAX_NANOS, DIGITS);
        private Histogram before = new PackedHistogram(LEAST_NANOS, MAX_NANOS, DIGITS);
        private @Nullable Histogram interval;
        private long windowBegan;

        Collected(long now) {
            windowBegan = now;
        }

        void collect(Recorder recorder, long now) {
            long age = now - windowBegan;
            if (age >= WINDOW.toNanos()) {
                Histogram oldest = before;
                before = window;
                window = oldest;
                window.reset();
                if (age >= 2 * WINDOW.toNanos()) {
                    before.reset();
                }
                windowBegan = now;
            }
            Histogram latest = recorder.getIntervalHistogram(interval);
            window.add(latest);
            total.add(latest);
            interval = latest;
        }
    }
}
