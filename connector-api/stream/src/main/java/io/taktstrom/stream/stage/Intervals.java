package io.taktstrom.stream.stage;

import java.time.Duration;

/** Time cut into equal pieces that begin at the epoch. */
final class Intervals {

    private final long nanos;

    Intervals(Duration length) {
        if (length.isZero() || length.isNegative()) {
            throw new IllegalArgumentException("interval " + length + " must be longer than nothing");
        }
        nanos = length.toNanos();
    }

    /** Number of the piece that holds this moment. */
    long of(long epochNanos) {
        return Math.floorDiv(epochNanos, nanos);
    }

    long startOf(long interval) {
        return interval * nanos;
    }
}
