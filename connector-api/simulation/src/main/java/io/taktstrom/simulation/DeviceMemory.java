package io.taktstrom.simulation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.List;

/** Bytes of a device, some of which move. Not thread-safe; a read allocates nothing. */
public class DeviceMemory {

    public final ByteBuffer bytes;
    private MovingBytes[] parts = {};
    /** For each part, the last end of all up to it: parts may overlap. */
    private int[] ends = {};

    public DeviceMemory(int size, ByteOrder order) {
        bytes = ByteBuffer.allocate(size).order(order);
    }

    public final int size() {
        return bytes.capacity();
    }

    /** Whether a range is inside. */
    public final boolean contains(int offset, int length) {
        return offset >= 0 && length >= 0 && offset <= bytes.capacity() - length;
    }

    /** Replaces what moves. */
    public final void setMoving(List<? extends MovingBytes> moving) {
        parts = moving.stream()
                .sorted(Comparator.comparingInt(MovingBytes::offset))
                .toArray(MovingBytes[]::new);
        ends = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            ends[i] = Math.max(i == 0 ? 0 : ends[i - 1], parts[i].offset() + parts[i].bytes());
        }
    }

    /**
     * Checks that parts do not overlap.
     *
     * @throws IllegalArgumentException if two of them move the same byte
     */
    public final void requireDisjoint() {
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].offset() < ends[i - 1]) {
                throw new IllegalArgumentException("two waveforms move the byte at " + parts[i].offset());
            }
        }
    }

    /** Computes a range of bytes for this cycle. */
    public final void refresh(int from, int length, long cycle) {
        for (int i = first(from); i < parts.length && parts[i].offset() < from + length; i++) {
            if (parts[i].offset() + parts[i].bytes() > from) {
                parts[i].refresh(cycle);
            }
        }
    }

    /** Where the program interrupts a read of a range, in bytes from its start; 0 if it does not. */
    protected final int cut(int from, int length, long cycle) {
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
