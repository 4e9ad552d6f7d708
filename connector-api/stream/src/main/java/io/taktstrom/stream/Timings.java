package io.taktstrom.stream;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Durations as counts that can be read while they are written. Any number of threads record; recording allocates nothing
 * and never waits. Precise to one percent and half a microsecond, up to ten minutes.
 *
 * <pre>
 *  record --&gt; this window --(WINDOW later)--&gt; the window before --(WINDOW later)--&gt; past
 * </pre>
 */
public final class Timings {

    /** What {@link #recentNanos} looks back on, once or twice. */
    public static final Duration WINDOW = Duration.ofMinutes(1);

    /** Of histograms that are handed out. */
    private static final long LEAST_NANOS = 1_000;

    private static final int DIGITS = 2;

    private final EpochNanoClock clock;
    private final DurationCounts past = new DurationCounts();
    private volatile DurationCounts window = new DurationCounts();
    private DurationCounts before = new DurationCounts();
    private long windowBegan;

    /** @param clock says which of them are recent */
    public Timings(EpochNanoClock clock) {
        this.clock = clock;
        windowBegan = clock.nanoTime();
    }

    /** Hot. */
    public void record(long nanos) {
        window.add(nanos, 1);
    }

    /** As {@link #record(long)}, so many times. */
    public void record(long nanos, long count) {
        window.add(nanos, count);
    }

    /** All that was recorded so far, in nanoseconds. A copy. */
    public synchronized Histogram snapshot() {
        Histogram all = new PackedHistogram(LEAST_NANOS, DurationCounts.MAX_NANOS, DIGITS);
        past.read(all::recordValueWithCount);
        before.read(all::recordValueWithCount);
        window.read(all::recordValueWithCount);
        return all;
    }

    /** How many durations were recorded so far. */
    public synchronized long count() {
        return past.total() + before.total() + window.total();
    }

    /**
     * The duration that so many of the recent ones did not exceed, in nanoseconds: those of the last window at least, of
     * the last two at most, and of the time since the last call, if that was longer ago. 0 without any. Allocates nothing.
     *
     * @param quantile 0 to 1; 1 gives the longest
     */
    public synchronized long recentNanos(double quantile) {
        long now = clock.nanoTime();
        if (now - windowBegan >= WINDOW.toNanos()) {
            DurationCounts free = before;
            free.drainTo(past);
            before = window;
            window = free;
            windowBegan = now;
        }
        return DurationCounts.quantile(window, before, quantile);
    }
}
