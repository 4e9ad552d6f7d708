package io.taktstrom.simulation;

import java.util.Comparator;
import java.util.List;

/** What moves in a piece of memory, by its place. Not thread-safe; a read allocates nothing. */
public final class MovingMemory {

    private final MovingBytes[] parts;
    /** For each part, the last end of all up to it: parts may overlap. */
    private final int[] ends;

    public MovingMemory(List<? extends MovingBytes> moving) {
        parts = moving.stream()
                .sorted(Comparator.comparingInt(MovingBytes::offset))
                .toArray(MovingBytes[]::new);
        ends = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            ends[i] = Math.max(i == 0 ? 0 : ends[i - 1], parts[i].offset() + parts[i].bytes());
        }
    }

    /** Itself, if no two parts move the same byte. */
    public MovingMemory disjoint() {
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].offset() < ends[i - 1]) {
                throw new IllegalArgumentException("two waveforms move the byte at " + parts[i].offset());
            }
        }
        return this;
    }

    /** Brings a range of bytes to the state of this cycle. */
    public void refresh(int from, int length, long cycle) {
        for (int i = first(from); i < parts.length && parts[i].offset() < from + length; i++) {
            if (parts[i].offset() + parts[i].bytes() > from) {
                parts[i].refresh(cycle);
            }
        }
    }

    /** Where a read of a range is interrupted by the program, in bytes from its start; 0 when it is not. */
    public int cut(int from, int length, long cycle) {
        int cut = 0;
        for (int i = first(from); cut == 0 && i < parts.length && parts[i].offset() < from + length; i++) {
            cut = parts[i].cut(length, cycle);
        }
        return cut;
    }

    /** Index of the first part that can reach beyond a byte. */
    private int first(int from) {
        int low = 0;
        int high = parts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] > from) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
