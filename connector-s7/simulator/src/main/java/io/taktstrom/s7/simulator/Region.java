package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.simulation.MovingMemory;
import io.taktstrom.simulation.Signal;

/** A piece of memory: an area or a data block. Guarded by the CPU's lock. */
final class Region {

    final int number;
    final boolean optimized;
    final ByteBuffer bytes;
    final List<Signal> signals = new ArrayList<>();
    private MovingMemory moving = new MovingMemory(List.of());

    Region(int number, boolean optimized, int size) {
        this.number = number;
        this.optimized = optimized;
        bytes = ByteBuffer.allocate(size);
    }

    int size() {
        return bytes.capacity();
    }

    /** To be called once all signals are there. */
    void begin() {
        moving = new MovingMemory(signals);
    }

    /** Computes what moves in a range. */
    void refresh(int from, int length, long cycle) {
        moving.refresh(from, length, cycle);
    }
}
