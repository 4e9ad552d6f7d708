package io.taktstrom.stream.stage;

import java.time.Duration;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** Time cut into equal pieces that begin at the epoch. */
final class Intervals {

    static final Option<Duration> LENGTH = new Option<>(
            "interval",
            new OptionType.Time(Duration.ofMillis(1), Duration.ofDays(1)),
            null,
            false,
            "Length of an interval.");

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
