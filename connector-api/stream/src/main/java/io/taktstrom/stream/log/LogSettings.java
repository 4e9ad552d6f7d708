package io.taktstrom.stream.log;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How a log keeps its samples.
 *
 * @param folder its own; made when it is not there
 * @param identity whose samples they are
 * @param maxBytes most that its files take; the oldest samples go first
 * @param maxAge how long samples are kept at most
 * @param sync how often what was written is forced to the disk; zero: each time, before anyone can read it
 */
public record LogSettings(Path folder, LogIdentity identity, long maxBytes, Duration maxAge, Duration sync) {

    public static final long MIN_BYTES = 1 << 20;

    private static final long MIN_SEGMENT_BYTES = 1 << 16;
    private static final long MAX_SEGMENT_BYTES = 1 << 26;
    /** So much of the whole is lost at once when there is no room, or when time is over. */
    private static final int SEGMENTS = 16;

    public LogSettings {
        if (maxBytes < MIN_BYTES) {
            throw new IllegalArgumentException("a log of " + maxBytes + " bytes is smaller than " + MIN_BYTES);
        }
        if (maxAge.isNegative() || maxAge.isZero() || sync.isNegative()) {
            throw new IllegalArgumentException(
                    "maxAge " + maxAge + " must be more than 0, and sync " + sync + " 0 or more");
        }
    }

    /** Where a segment ends. */
    long segmentBytes() {
        return Math.max(MIN_SEGMENT_BYTES, Math.min(MAX_SEGMENT_BYTES, maxBytes / SEGMENTS));
    }

    /** When a segment ends although there is room in it, so that it can grow old. */
    long segmentNanos() {
        return maxAge.toNanos() / SEGMENTS;
    }
}
