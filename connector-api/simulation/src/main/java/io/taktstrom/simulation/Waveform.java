package io.taktstrom.simulation;

import java.time.Duration;

/**
 * A value as a function of the cycle's number, so that it can be computed for any cycle, in any order, and is the
 * same in every run. Rounded for integers, cut to the type's range by taking its low bits.
 */
public sealed interface Waveform {

    /** Stays what it was set to. */
    record Constant() implements Waveform {}

    /** Starts at {@code start} and goes up by {@code step} with each cycle: a receiver can prove it saw them all. */
    record Counter(long start, long step) implements Waveform {}

    /** Rises from {@code offset - amplitude} to {@code offset + amplitude} in each period, then jumps back. */
    record Ramp(Duration period, double amplitude, double offset) implements Waveform {
        public Ramp {
            requirePositive(period);
        }
    }

    /** {@code offset + amplitude * sin(2 pi t / period)}. */
    record Sine(Duration period, double amplitude, double offset) implements Waveform {
        public Sine {
            requirePositive(period);
        }
    }

    /** {@code offset + amplitude} in the first half of each period, {@code offset - amplitude} in the second. */
    record Square(Duration period, double amplitude, double offset) implements Waveform {
        public Square {
            requirePositive(period);
        }
    }

    /**
     * Wanders between {@code offset - amplitude} and {@code offset + amplitude}, slow and fast at once, and comes back.
     *
     * @param period how long the slowest wandering takes, about
     * @param seed of this variable; mixed with the simulator's own
     */
    record RandomWalk(Duration period, double amplitude, double offset, long seed) implements Waveform {
        public RandomWalk {
            requirePositive(period);
        }
    }

    /** 1 in the first half of each period, 0 in the second. */
    record Toggle(Duration period) implements Waveform {
        public Toggle {
            requirePositive(period);
        }
    }

    /** What only one kind of device has; its simulator knows it, {@link Motion} does not. */
    non-sealed interface OfDevice extends Waveform {}

    private static void requirePositive(Duration period) {
        if (period.isNegative() || period.isZero()) {
            throw new IllegalArgumentException("a waveform's period must be more than 0, not " + period);
        }
    }
}
