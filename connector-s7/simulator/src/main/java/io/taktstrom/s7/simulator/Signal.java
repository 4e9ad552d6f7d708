package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.LongUnaryOperator;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScalarType.Kind;
import io.taktstrom.s7.type.S7Scalar;
import io.taktstrom.s7.type.ValueCodec;
import io.taktstrom.simulation.Motion;
import io.taktstrom.simulation.Waveform;

/** A value in memory that a waveform moves; computed when somebody looks, at most once per CPU cycle. */
final class Signal {

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
        bitsOfCycle = Motion.bits(type, nanosPerStep(type), waveform, ahead, cycleNanos, seed);
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

    /** Times count milliseconds, dates days: the steps that most S7 types have. */
    private static long nanosPerStep(ScalarType type) {
        return type.kind() == Kind.DATE
                ? Duration.ofDays(1).toNanos()
                : Duration.ofMillis(1).toNanos();
    }
}
