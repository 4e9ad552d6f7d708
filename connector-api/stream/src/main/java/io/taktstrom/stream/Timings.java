package io.taktstrom.stream;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Durations as a histogram that can be read while it is written. Any number of threads record; recording allocates
 * nothing and never waits. Precise to one percent, up to an hour.
 *
 * <pre>
 *  record --&gt; Recorder --(whenever somebody reads)--&gt; total
 *                                             '-----&gt; this window | the window before    (recent: both)
 * </pre>
 */
public final class Timings {

    /** What {@link #recentNanos} looks back on, once or twice. */
    public static final Duration WINDOW = Duration.ofMinutes(1);

    private static final long MOST_NANOS = Duration.ofHours(1).toNanos();
    private static final int DIGITS = 2;

    private final EpochNanoClock clock;
    private final Recorder recorder = new Recorder(1, MOST_NANOS, DIGITS);
    private final Histogram total = new Histogram(1, MOST_NANOS, DIGITS);
    private Histogram window = new Histogram(1, MOST_NANOS, DIGITS);
    private Histogram before = new Histogram(1, MOST_NANOS, DIGITS);
    private Histogram interval = recorder.getIntervalHistogram();
    private long windowBegan;

    public Timings() {
        this(EpochNanoClock.system());
    }

    Timings(EpochNanoClock clock) {
        this.clock = clock;
        windowBegan = clock.nanoTime();
    }

    /** Hot. */
    public void record(long nanos) {
        recorder.recordValue(Math.min(Math.max(nanos, 0), MOST_NANOS));
    }

    /** All that was recorded so far, in nanoseconds. A copy. */
    public synchronized Histogram snapshot() {
        collect();
        return total.copy();
    }

    /** How many durations were recorded so far. */
    public synchronized long count() {
        collect();
        return total.getTotalCount();
    }

    /**
     * The duration that so many of the recent ones did not exceed, in nanoseconds: those of the current and the last
     * window, and of the time since somebody last read, if that was longer ago. 0 when there are none.
     *
     * @param quantile 0 to 1; 1 gives the longest
     */
    public synchronized long recentNanos(double quantile) {
        collect();
        Histogram recent = before.copy();
        recent.add(window);
        return recent.getTotalCount() == 0 ? 0 : recent.getValueAtPercentile(quantile * 100);
    }

    private void collect() {
        long now = clock.nanoTime();
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
        interval = recorder.getIntervalHistogram(interval);
        window.add(interval);
        total.add(interval);
    }
}
