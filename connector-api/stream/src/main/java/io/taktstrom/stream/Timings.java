package io.taktstrom.stream;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Durations as a histogram that can be read while it is written. Any number of threads record; recording allocates
 * nothing and never waits. Precise to one percent and half a microsecond, up to ten minutes.
 *
 * <pre>
 *  record --&gt; Recorder --(whenever somebody reads)--&gt; total
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
    private final Recorder recorder = new Recorder(LEAST_NANOS, MAX_NANOS, DIGITS);
    /** Made for the first reader: a histogram is 24 kB, and most are never looked at. */
    private @Nullable Collected collected;

    /** @param clock says which of them are recent */
    public Timings(EpochNanoClock clock) {
        this.clock = clock;
    }

    /** Hot. */
    public void record(long nanos) {
        recorder.recordValue(Math.min(Math.max(nanos, 0), MAX_NANOS));
    }

    /** All that was recorded so far, in nanoseconds. A copy. */
    public synchronized Histogram snapshot() {
        return collect().total.copy();
    }

    /** How many durations were recorded so far. */
    public synchronized long count() {
        return collect().total.getTotalCount();
    }

    /**
     * The duration that so many of the recent ones did not exceed, in nanoseconds: those of the current and the last
     * window, and of the time since somebody last read, if that was longer ago. 0 when there are none.
     *
     * @param quantile 0 to 1; 1 gives the longest
     */
    public synchronized long recentNanos(double quantile) {
        Collected now = collect();
        Histogram recent = now.before.copy();
        recent.add(now.window);
        return recent.getTotalCount() == 0 ? 0 : recent.getValueAtPercentile(quantile * 100);
    }

    private Collected collect() {
        Collected into = collected;
        if (into == null) {
            into = new Collected(clock.nanoTime());
            collected = into;
        }
        into.collect(recorder, clock.nanoTime());
        return into;
    }

    private static final class Collected {

        private final Histogram total = new Histogram(LEAST_NANOS, MAX_NANOS, DIGITS);
        private Histogram window = new Histogram(LEAST_NANOS, MAX_NANOS, DIGITS);
        private Histogram before = new Histogram(LEAST_NANOS, MAX_NANOS, DIGITS);
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
