package io.taktstrom.testkit;

import java.time.Duration;
import java.util.List;

/**
 * One thing that goes wrong on the wire, as a value. {@link FaultProxy#arm(Fault)} makes it happen.
 *
 * <p>Offsets count the bytes of one direction from the start of each connection: a fault "at 32" lets bytes 0 to 31 pass
 * untouched. A {@link Stall}, {@link Reset} or {@link Truncate} armed when its offset is already behind happens at once;
 * a {@link Corrupt} armed too late never happens ({@link ArmedFault#firings()} tells).
 */
public sealed interface Fault {

    /** A fault in the bytes of one direction of an established connection. */
    sealed interface InStream extends Fault {
        Direction direction();
    }

    /** Bytes arrive in other pieces than they were sent in. */
    sealed interface Cutting extends InStream {
        Duration pause();
    }

    /** From one byte offset on, nothing passes. */
    sealed interface Strike extends InStream {
        long at();
    }

    /**
     * Forwards in pieces of these sizes, again and again from the first, with a pause after each piece. Where the pieces
     * end does not depend on how the bytes arrived. A receiver that is slower than the pause may still see two pieces in
     * one read.
     */
    record Split(Direction direction, List<Integer> sizes, Duration pause) implements Cutting {
        public Split {
            sizes = List.copyOf(sizes);
            require(!sizes.isEmpty() && sizes.stream().allMatch(size -> size > 0), "sizes must be positive", sizes);
            require(!pause.isNegative(), "pause must not be negative", pause);
        }

        public Split(Direction direction, Integer... sizes) {
            this(direction, List.of(sizes), PAUSE);
        }
    }

    /** Like {@link Split}, with sizes from the proxy's seed, between two bounds (both included). */
    record RandomSplit(Direction direction, int minBytes, int maxBytes, Duration pause) implements Cutting {
        public RandomSplit {
            require(minBytes > 0 && maxBytes >= minBytes, "need 0 < minBytes <= maxBytes", minBytes + ".." + maxBytes);
            require(maxBytes < Integer.MAX_VALUE, "maxBytes is too large", maxBytes);
            require(!pause.isNegative(), "pause must not be negative", pause);
        }

        public RandomSplit(Direction direction, int minBytes, int maxBytes) {
            this(direction, minBytes, maxBytes, PAUSE);
        }
    }

    /**
     * Holds bytes back until so many have gathered, or the window since the first of them has passed, and forwards them in
     * one write: many frames arrive in one read.
     */
    record Coalesce(Direction direction, int bytes, Duration window) implements InStream {
        /** The most bytes that one write can gather. */
        public static final int MAX_BYTES = 1 << 20;

        public Coalesce {
            require(bytes > 0 && bytes <= MAX_BYTES, "bytes must be in 1.." + MAX_BYTES, bytes);
            require(window.toMillis() > 0, "window must be at least a millisecond", window);
        }
    }

    /** Forwards what was read only after this time. What arrives meanwhile waits as well, at most twice as long. */
    record Delay(Direction direction, Duration duration) implements InStream {
        public Delay {
            require(!duration.isNegative(), "duration must not be negative", duration);
        }
    }

    /** Half-open: from the offset on nothing passes, without an error, until the fault is disarmed. Nothing is lost. */
    record Stall(Direction direction, long at) implements Strike {
        public Stall {
            requireOffset(at);
        }
    }

    /** Both ends get a RST as soon as the bytes before the offset have passed. */
    record Reset(Direction direction, long at) implements Strike {
        public Reset {
            requireOffset(at);
        }
    }

    /**
     * Both ends see an orderly end of stream as soon as the bytes before the offset have passed. What they still send is
     * thrown away.
     */
    record Truncate(Direction direction, long at) implements Strike {
        public Truncate {
            requireOffset(at);
        }
    }

    /** Flips the bits of the mask in the byte at the offset. */
    record Corrupt(Direction direction, long at, int mask) implements InStream {
        public Corrupt {
            requireOffset(at);
            require(mask > 0 && mask <= 0xFF, "mask must be in 0x01..0xFF", mask);
        }
    }

    /** Once, before the first bytes that pass at the offset or behind it, the {@code bytes} that passed last pass again: an answer arrives twice. */
    record Repeat(Direction direction, long at, int bytes) implements InStream {
        public Repeat {
            require(bytes > 0 && at >= bytes, "need 0 < bytes <= at", bytes + " at " + at);
            require(bytes <= 1 << 16, "bytes must be at most " + (1 << 16), bytes);
        }
    }

    /** The connection is accepted and whatever is sent disappears: no answer, ever, and no device behind it. */
    record BlackHole() implements Fault {}

    /** The port is closed: connecting is refused. Disarmed, the proxy listens again on the same port. */
    record Refuse() implements Fault {}

    /** Long enough for a waiting reader to wake up, short enough for byte-wise tests. */
    Duration PAUSE = Duration.ofNanos(200_000);

    private static void requireOffset(long at) {
        require(at >= 0, "offset must not be negative", at);
    }

    private static void require(boolean condition, String rule, Object found) {
        if (!condition) {
            throw new IllegalArgumentException(rule + ", got " + found);
        }
    }
}
