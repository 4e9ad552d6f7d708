package io.taktstrom.simulation;

import java.util.function.LongConsumer;

/** A value in memory that a waveform moves; computed at most once per cycle, so that a write lasts until the next. */
public final class Signal implements MovingBytes {

    private final int offset;
    private final int bytes;
    private final LongConsumer compute;
    private long computedFor = Long.MIN_VALUE;

    /** @param compute stores the value of a cycle */
    public Signal(int offset, int bytes, LongConsumer compute) {
        this.offset = offset;
        this.bytes = bytes;
        this.compute = compute;
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
    public void refresh(long cycle) {
        if (computedFor != cycle) {
            computedFor = cycle;
            compute.accept(cycle);
        }
    }
}
