package io.taktstrom.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;

/** Both clocks, standing still until the test turns them. Safe for use by any thread. */
public final class ManualClock implements EpochNanoClock {

    private final AtomicLong monotonic = new AtomicLong();
    private final AtomicLong epochMinusMonotonic;

    /** @param epochNanos what the epoch clock shows first; the monotonic clock starts at 0 */
    public ManualClock(long epochNanos) {
        epochMinusMonotonic = new AtomicLong(epochNanos);
    }

    /** Time passes, on both clocks. */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time passes forward only, not " + time + "; stepEpoch goes back");
        }
        monotonic.addAndGet(time.toNanos());
    }

    /** Sets the epoch clock, forward or back; no time passes. */
    public void stepEpoch(Duration step) {
        epochMinusMonotonic.addAndGet(step.toNanos());
    }

    @Override
    public long epochNanos() {
        return monotonic.get() + epochMinusMonotonic.get();
    }

    @Override
    public long nanoTime() {
        return monotonic.get();
    }
}
