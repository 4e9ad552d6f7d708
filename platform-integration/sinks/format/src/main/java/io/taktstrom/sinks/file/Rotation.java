package io.taktstrom.sinks.file;

import java.time.Duration;

/**
 * When a file is complete, and another one begun.
 *
 * @param bytes from this size on; {@link Long#MAX_VALUE} for never
 * @param every at each multiple of this time since 1970 in UTC, so that 1h is at full hours; zero for never
 */
record Rotation(long bytes, Duration every) {

    /** Never. */
    static final Rotation NEVER = new Rotation(Long.MAX_VALUE, Duration.ZERO);

    /** Whether there is a time when a file is complete. */
    boolean isTimed() {
        return !every.isZero();
    }

    /**
     * Whether a file is complete.
     *
     * @param writtenAt when it was written last, epoch nanoseconds
     * @param now epoch nanoseconds
     */
    boolean isDue(long size, long writtenAt, long now) {
        return size >= bytes
                || (isTimed() && Math.floorDiv(writtenAt, every.toNanos()) != Math.floorDiv(now, every.toNanos()));
    }
}
