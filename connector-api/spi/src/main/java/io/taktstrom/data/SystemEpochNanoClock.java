package io.taktstrom.data;

import java.time.Instant;

/**
 * Reads the fine monotonic clock and adds an offset to the epoch, which is measured again each second: the system's own
 * epoch clock allocates an object for each reading finer than a millisecond.
 */
final class SystemEpochNanoClock implements EpochNanoClock {

    static final SystemEpochNanoClock INSTANCE = new SystemEpochNanoClock();

    private static final long RESYNC_NANOS = 1_000_000_000;

    /** One object for both numbers, so that no thread ever sees one old and one new. */
    private record Offset(long epochMinusMonotonic, long measuredAt) {}

    private volatile Offset offset = measure();

    private SystemEpochNanoClock() {}

    @Override
    public long epochNanos() {
        long now = System.nanoTime();
        Offset current = offset;
        if (now - current.measuredAt() > RESYNC_NANOS) {
            current = measure();
            offset = current;
        }
        return now + current.epochMinusMonotonic();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    private static Offset measure() {
        Instant wall = Instant.now();
        long monotonic = System.nanoTime();
        return new Offset(wall.getEpochSecond() * 1_000_000_000 + wall.getNano() - monotonic, monotonic);
    }
}
