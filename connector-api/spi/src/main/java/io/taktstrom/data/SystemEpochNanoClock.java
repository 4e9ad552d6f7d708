package io.taktstrom.data;

import java.time.Instant;

/**
 * Reads the fine monotonic clock and adds an offset to the epoch: the system's own epoch clock allocates an object for each
 * reading finer than a millisecond. Once a second the offset is compared with the coarse epoch clock, and measured anew
 * only if somebody has set the system's clock.
 */
final class SystemEpochNanoClock implements EpochNanoClock {

    static final SystemEpochNanoClock INSTANCE = new SystemEpochNanoClock();

    private static final long CHECK_NANOS = 1_000_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** The coarse clock is up to a millisecond behind, and some time passes between two readings. */
    private static final long TOLERATED_NANOS = 2 * NANOS_PER_MILLI;

    private volatile long epochMinusMonotonic = measure();
    private volatile long checkedAt = System.nanoTime();

    private SystemEpochNanoClock() {}

    @Override
    public long epochNanos() {
        long now = System.nanoTime();
        if (now - checkedAt > CHECK_NANOS) {
            checkedAt = now;
            long coarse = System.currentTimeMillis() * NANOS_PER_MILLI;
            if (Math.abs(now + epochMinusMonotonic - coarse) > TOLERATED_NANOS) {
                epochMinusMonotonic = measure();
            }
        }
        return now + epochMinusMonotonic;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    private static long measure() {
        Instant wall = Instant.now();
        return wall.getEpochSecond() * 1_000_000_000 + wall.getNano() - System.nanoTime();
    }
}
