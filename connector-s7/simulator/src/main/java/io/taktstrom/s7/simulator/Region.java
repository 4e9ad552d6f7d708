package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A piece of memory: an area or a data block. Guarded by the CPU's lock. */
final class Region {

    /** The longest elementary type, a DTL. */
    private static final int MAX_SIGNAL_BYTES = 12;

    final int number;
    final boolean optimized;
    final ByteBuffer bytes;
    private final List<Signal> signals = new ArrayList<>();

    Region(int number, boolean optimized, int size) {
        this.number = number;
        this.optimized = optimized;
        bytes = ByteBuffer.allocate(size);
    }

    int size() {
        return bytes.capacity();
    }

    void move(Signal signal) {
        signals.add(signal);
    }

    /** To be called once all signals are there. */
    void sort() {
        signals.sort(Comparator.comparingInt(signal -> signal.offset));
    }

    /** Computes what moves in a range. */
    void refresh(int from, int length, long cycle) {
        int low = 0;
        int high = signals.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (signals.get(middle).offset < from - MAX_SIGNAL_BYTES) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int i = low; i < signals.size() && signals.get(i).offset < from + length; i++) {
            Signal signal = signals.get(i);
            if (signal.offset + signal.bytes > from) {
                signal.refresh(bytes, cycle);
            }
        }
    }
}
