package io.taktstrom.simulation;

import java.time.Duration;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScalarType.Kind;

/** What a waveform makes of a scalar: its bits as a function of the cycle's number. */
public final class Motion {

    private static final int OCTAVES = 6;

    private Motion() {}

    /**
     * The value's bits as {@link ScalarType} has them, but not cut to its range; {@link ScalarType#putBits} does that. The
     * function is pure and allocates nothing.
     *
     * @param nanosPerStep of a type that is a time: what one of the waveform's units is
     * @param ahead cycles that this value is ahead of the cycle asked for; elements of an array differ by it
     * @param cycleNanos how long a cycle takes
     * @param seed of random waveforms, mixed with their own
     * @throws IllegalArgumentException for a waveform that is not a function of the cycle
     */
    public static LongUnaryOperator bits(
            ScalarType type, long nanosPerStep, Waveform waveform, long ahead, long cycleNanos, long seed) {
        LongUnaryOperator bits = bits(type, nanosPerStep, waveform, cycleNanos, seed);
        return ahead == 0 ? bits : cycle -> bits.applyAsLong(cycle + ahead);
    }

    private static LongUnaryOperator bits(
            ScalarType type, long nanosPerStep, Waveform waveform, long cycleNanos, long seed) {
        if (waveform instanceof Waveform.Counter counter) {
            return type.kind() == Kind.FLOAT
                    ? cycle -> Double.doubleToRawLongBits((double) (counter.start() + counter.step() * cycle))
                    : cycle -> bits(type, nanosPerStep, counter.start() + counter.step() * cycle);
        }
        LongToDoubleFunction value = values(waveform, cycleNanos, seed);
        return type.kind() == Kind.FLOAT
                ? cycle -> Double.doubleToRawLongBits(value.applyAsDouble(cycle))
                : cycle -> bits(type, nanosPerStep, Math.round(value.applyAsDouble(cycle)));
    }

    private static long bits(ScalarType type, long nanosPerStep, long value) {
        return switch (type.kind()) {
            case BOOLEAN -> value > 0 ? 1 : 0;
            case DURATION, DATE, TIME_OF_DAY, DATE_AND_TIME -> value * nanosPerStep;
            default -> value;
        };
    }

    private static LongToDoubleFunction values(Waveform waveform, long cycleNanos, long seed) {
        if (waveform instanceof Waveform.Ramp w) {
            double step = step(w.period(), cycleNanos);
            return cycle -> w.offset() + w.amplitude() * (2 * phase(cycle, step) - 1);
        }
        if (waveform instanceof Waveform.Sine w) {
            double step = step(w.period(), cycleNanos);
            return cycle -> w.offset() + w.amplitude() * Math.sin(2 * Math.PI * phase(cycle, step));
        }
        if (waveform instanceof Waveform.Square w) {
            double step = step(w.period(), cycleNanos);
            return cycle -> w.offset() + (phase(cycle, step) < 0.5 ? w.amplitude() : -w.amplitude());
        }
        if (waveform instanceof Waveform.Toggle w) {
            double step = step(w.period(), cycleNanos);
            return cycle -> phase(cycle, step) < 0.5 ? 1 : 0;
        }
        if (waveform instanceof Waveform.RandomWalk w) {
            double step = step(w.period(), cycleNanos);
            long mixed = mix(seed ^ mix(w.seed()));
            return cycle -> w.offset() + w.amplitude() * noise(cycle * step, mixed);
        }
        throw new IllegalArgumentException("not a function of the cycle: " + waveform);
    }

    /** Periods per cycle. */
    private static double step(Duration period, long cycleNanos) {
        return (double) cycleNanos / period.toNanos();
    }

    /** Where in its period a waveform is, 0 to just below 1. */
    private static double phase(long cycle, double step) {
        double periods = cycle * step;
        return periods - Math.floor(periods);
    }

    /** Between -1 and 1: octaves of straight lines between random points, each twice as fast and half as high. */
    private static double noise(double periods, long seed) {
        double sum = 0;
        double height = 1;
        double heights = 0;
        double x = periods;
        for (int octave = 0; octave < OCTAVES; octave++) {
            double left = Math.floor(x);
            double from = point((long) left, seed + octave);
            double to = point((long) left + 1, seed + octave);
            sum += height * (from + (to - from) * (x - left));
            heights += height;
            height /= 2;
            x *= 2;
        }
        return sum / heights;
    }

    private static double point(long index, long seed) {
        return (mix(index * 0x9E3779B97F4A7C15L + seed) >> 11) * 0x1p-52;
    }

    /** A bijection that scatters bits (the finaliser of MurmurHash3). */
    private static long mix(long value) {
        long x = value;
        x = (x ^ (x >>> 33)) * 0xFF51AFD7ED558CCDL;
        x = (x ^ (x >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return x ^ (x >>> 33);
    }
}
