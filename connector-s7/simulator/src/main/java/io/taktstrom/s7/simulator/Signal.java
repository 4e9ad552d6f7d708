package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.LongUnaryOperator;

import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScalarType.Kind;
import io.taktstrom.s7.simulator.memory.Elementary;
import io.taktstrom.simulation.Motion;
import io.taktstrom.simulation.Waveform;

/** A value in memory that a waveform moves; computed when somebody looks, at most once per CPU cycle. */
final class Signal {

    final int offset;
    final int bytes;
    private final int bit;
    private final Elementary type;
    private final LongUnaryOperator bitsOfCycle;
    private final ByteBuffer cut = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long computedFor = Long.MIN_VALUE;

    /**
     * A signal.
     *
     * @param place in bits of its area or block
     * @param ahead cycles that this signal is ahead of the program
     */
    Signal(int place, Elementary type, Waveform waveform, long ahead, long cycleNanos, long seed) {
        offset = place / Byte.SIZE;
        bit = place % Byte.SIZE;
        bytes = type.bytes();
        this.type = type;
        bitsOfCycle = Motion.bits(type.dataType(), nanosPerStep(type.dataType()), waveform, ahead, cycleNanos, seed);
    }

    void refresh(ByteBuffer memory, long cycle) {
        if (computedFor != cycle) {
            computedFor = cycle;
            type.dataType().putBits(cut, 0, bitsOfCycle.applyAsLong(cycle));
            // What the CPU's type cannot hold (a counter above 999) leaves the value where it is.
            var unused = type.store(cut, 0, memory, offset, bit);
        }
    }

    /** Times count milliseconds, dates days: the steps that most S7 types have. */
    private static long nanosPerStep(ScalarType type) {
        return type.kind() == Kind.DATE
                ? Duration.ofDays(1).toNanos()
                : Duration.ofMillis(1).toNanos();
    }
}
