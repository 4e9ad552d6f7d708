package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScalarType.Kind;
import io.taktstrom.s7.simulator.model.Waveform;
import io.taktstrom.s7.type.S7Scalar;
import io.taktstrom.s7.type.ValueCodec;

/** A value in memory that a waveform moves; computed when somebody looks, at most once per CPU cycle. */
final class Signal {

    private static final int OCTAVES = 6;

    final int offset;
    final int bytes;
    private final ScalarType type;
    private final ValueCodec codec;
    private final LongUnaryOperator bitsOfCycle;
    private final SampleBatch sample = new SampleBatch(1, 0);
    private final ByteBuffer cut = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    private long computedFor = Long.MIN_VALUE;

    /** @param ahead cycles that this signal is ahead of the program */
    Signal(int offset, int bit, S7Scalar wireType, Waveform waveform, long ahead, long cycleNanos, long seed) {
        this.offset = offset;
        bytes = wireType.wireBytes();
        type = wireType.dataType();
        codec = new ValueCodec(wireType, bit);
        LongUnaryOperator bits = bits(type, waveform, cycleNanos, seed);
        bitsOfCycle = ahead == 0 ? bits : cycle -> bits.applyAsLong(cycle + ahead);
    }

    void refresh(ByteBuffer memory, long cycle) {
        if (computedFor != cycle) {
            computedFor = cycle;
            type.putBits(cut, 0, bitsOfCycle.applyAsLong(cycle));
            sample.clear();
            sample.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, type.bits(cut, 0));
            // What the CPU's type cannot hold (a counter above 999) leaves the value where it is.
            codec.encode(sample, 0, memory, offset);
        }
    }

    /** The value's bits, see {@link ScalarType}, as a function of the CPU cycle's number. */
    private static LongUnaryOperator bits(ScalarType type, Waveform waveform, long cycleNanos, long seed) {
        if (waveform instanceof Waveform.Counter counter) {
            return type.kind() == Kind.FLOAT
                    ? cycle -> Double.doubleToRawLongBits((double) (counter.start() + counter.step() * cycle))
                    : cycle -> bits(type, counter.start() + counter.step() * cycle);
        }
        LongToDoubleFunction value = values(waveform, cycleNanos, seed);
        return type.kind() == Kind.FLOAT
                ? cycle -> Double.doubleToRawLongBits(value.applyAsDouble(cycle))
                : cycle -> bits(type, Math.round(value.applyAsDouble(cycle)));
    }

    /** Times count milliseconds, dates days: the steps that most S7 types have. */
    private static long bits(ScalarType type, long value) {
        return switch (type.kind()) {
            case BOOLEAN -> value > 0 ? 1 : 0;
            case DURATION, TIME_OF_DAY, DATE_AND_TIME ->
                value * Duration.ofMillis(1).toNanos();
            case DATE -> value * Duration.ofDays(1).toNanos();
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
        throw new IllegalArgumentException("no function of the cycle: " + waveform);
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
