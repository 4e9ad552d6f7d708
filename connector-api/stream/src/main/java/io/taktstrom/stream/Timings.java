package io.taktstrom.stream;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Durations as a histogram that can be read while it is written. Any number of threads record; recording allocates
 * nothing and never waits. Precise to one percent, up to an hour.
 */
public final class Timings {

    private static final long MOST_NANOS = 3_600_000_000_000L;
    private static final int DIGITS = 2;

    private final Recorder recorder = new Recorder(1, MOST_NANOS, DIGITS);
    private final Histogram total = new Histogram(1, MOST_NANOS, DIGITS);
    private Histogram interval = recorder.getIntervalHistogram();

    /** Hot. */
    public void record(long nanos) {
        recorder.recordValue(Math.min(Math.max(nanos, 0), MOST_NANOS));
    }

    /** All that was recorded so far, in nanoseconds. A copy. */
    public synchronized Histogram snapshot() {
        interval = recorder.getIntervalHistogram(interval);
        total.add(interval);
        return total.copy();
    }
}
