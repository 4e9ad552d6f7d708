package io.taktstrom.data;

import java.time.Instant;

/**
 * Reads the fine monotonic clock and adds an offset to the epoch: the system's own epoch clock allocates an object for each
 * reading finer than a millisecond. Once a second the offset is compared with the coarse epoch clock, and measured again
 * only if the system's clock was set.
 */
final class SystemEpochNanoClock implements EpochNanoClock {

    static final SystemEpochNanoClock INSTANCE = new SystemEpochNanoClock();

    private static final long CHECK_NANOS = 1_000_000_000;
    /** The coarse clock is up to a millisecond behind, and some time passes between two readings. */
    private static final long TOLERATED_NANOS = 2 * NANOS_PER_MILLI;

    /** The first ones run cold, and are microseconds off. */
    private static final int READINGS = 100;

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

    /** The reading of both clocks that took the least time is the one that was interrupted the least. */
    private static long measure() {
        long best = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < READINGS; i++) {
            long before = System.nanoTime();
            Instant wall = Instant.now();
            long took = System.nanoTime() - before;
            if (took < best) {
                best = took;
                offset = wall.getEpochSecond() * 1_000_000_000 + wall.getNano() - before - took / 2;
            }
        }
        return offset;
    }
}
