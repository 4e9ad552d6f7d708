package io.taktstrom.stream;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before trying again: a random time between nothing and a bound that doubles with each failure up to a
 * cap ("full jitter"), so that a thousand clients of a plant that comes back do not all knock at once. One thread.
 */
public final class BackOff {

    private final long firstNanos;
    private final long capNanos;
    private final RandomGenerator random;
    private long boundNanos;

    /**
     * @param first bound of the first wait
     * @param cap bound of all later ones
     * @param random seeded, to see the same run again
     */
    public BackOff(Duration first, Duration cap, RandomGenerator random) {
        if (first.isZero() || first.isNegative() || cap.compareTo(first) < 0) {
            throw new IllegalArgumentException("back-off from " + first + " to " + cap + " does not grow");
        }
        firstNanos = first.toNanos();
        capNanos = cap.toNanos();
        this.random = random;
        boundNanos = firstNanos;
    }

    /** The next wait. */
    public long nextNanos() {
        long wait = random.nextLong(boundNanos + 1);
        boundNanos = boundNanos > capNanos / 2 ? capNanos : boundNanos * 2;
        return wait;
    }

    /** The next wait where to try soon does harm: at least half of its bound. */
    public long longNanos() {
        long half = boundNanos / 2;
        return half + nextNanos() / 2;
    }

    /** It worked: the next failure is the first one again. */
    public void reset() {
        boundNanos = firstNanos;
    }
}
