package io.taktstrom.ads.simulator.memory;

import java.util.function.LongUnaryOperator;

import io.taktstrom.model.ScalarType;
import io.taktstrom.simulation.Motion;
import io.taktstrom.simulation.Waveform;

/** A scalar in memory that a waveform moves; computed when somebody looks, at most once per task cycle. */
final class Signal implements Moving {

    private final int offset;
    private final int bytes;
    private final ScalarType type;
    private final LongUnaryOperator bitsOfCycle;
    private long computedFor = Long.MIN_VALUE;

    /** @param ahead cycles that this signal is ahead of the task */
    Signal(int offset, ScalarType type, Waveform waveform, long ahead, long cycleNanos, long seed) {
        this.offset = offset;
        this.bytes = type.imageBytes();
        this.type = type;
        this.bitsOfCycle = Motion.bits(type, type.nanosPerTick(), waveform, ahead, cycleNanos, seed);
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public void refresh(Area area, long cycle) {
        if (computedFor != cycle) {
            computedFor = cycle;
            type.putBits(area.bytes, offset, bitsOfCycle.applyAsLong(cycle));
        }
    }
}
