package io.taktstrom.ads.simulator.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.simulation.DeviceMemory;

/**
 * One address space of the PLC: its bytes, what moves them, and which of them clients may not write. Guarded
 * by the PLC's lock.
 */
public final class PlcMemory extends DeviceMemory {

    /** Index group that counts bytes; the next number counts bits. */
    public final int group;

    private final BitSet readOnly = new BitSet();
    private List<FaultyRange> faults = List.of();

    /** Bytes whose access fails. */
    public record FaultyRange(int offset, int bytes, int error) {}

    public PlcMemory(int group, int size) {
        super(size, ByteOrder.LITTLE_ENDIAN);
        this.group = group;
    }

    public void setFaults(List<FaultyRange> ranges) {
        faults = List.copyOf(ranges);
    }

    /** The error of an access, or 0. */
    public int fault(int offset, int length) {
        for (int i = 0; i < faults.size(); i++) {
            FaultyRange range = faults.get(i);
            if (range.offset() < offset + length && offset < range.offset() + range.bytes()) {
                return range.error();
            }
        }
        return 0;
    }

    private int refusal(int offset, int length) {
        return contains(offset, length) ? fault(offset, length) : AdsErrorCode.INVALID_INDEX_OFFSET;
    }

    public void protect(int offset, int length) {
        readOnly.set(offset, offset + length);
    }

    /** Copies bytes as they are in this cycle; returns their number, or the complement of an error. */
    public int read(int offset, int length, long cycle, ByteBuffer out, int at) {
        int error = refusal(offset, length);
        if (error != 0) {
            return ~error;
        }
        int cut = cut(offset, length, cycle);
        if (cut > 0) {
            refresh(offset, length, cycle - 1);
            copy(offset, cut, out, at);
        }
        refresh(offset, length, cycle);
        copy(offset + cut, length - cut, out, at + cut);
        return length;
    }

    private boolean mayWrite(int offset, int length) {
        int next = readOnly.nextSetBit(offset);
        return next < 0 || next >= offset + length;
    }

    /** As {@link #read(int, int, long, ByteBuffer, int)}, of bytes or bits. */
    public int read(int ofGroup, int offset, int length, long cycle, ByteBuffer out, int at) {
        if (ofGroup == group) {
            return read(offset, length, cycle, out, at);
        }
        int first = offset >>> 3;
        int error = length == 1 ? refusal(first, 1) : AdsErrorCode.INVALID_SIZE;
        if (error != 0) {
            return ~error;
        }
        refresh(first, 1, cycle);
        out.put(at, (byte) (bytes.get(first) >> (offset & 7) & 1));
        return 1;
    }

    /** Writes bytes, or the bit at {@code 8 * byte + bit}; returns 0 or the complement of an error. */
    public int write(int ofGroup, int offset, ByteBuffer in, int at, int length) {
        boolean bit = ofGroup != group;
        int first = bit ? offset >>> 3 : offset;
        int error = bit && length != 1 ? AdsErrorCode.INVALID_SIZE : refusal(first, length);
        if (error == 0 && !mayWrite(first, length)) {
            error = AdsErrorCode.INVALID_ACCESS;
        }
        if (error != 0) {
            return ~error;
        }
        if (bit) {
            setBit(first, offset & 7, in.get(at) != 0);
        } else {
            bytes.put(offset, in, at, length);
        }
        return 0;
    }

    void setBit(int offset, int bit, boolean on) {
        int old = bytes.get(offset);
        bytes.put(offset, (byte) (on ? old | 1 << bit : old & ~(1 << bit)));
    }

    /** The common sizes without the cost of a bulk copy. */
    private void copy(int offset, int length, ByteBuffer out, int at) {
        switch (length) {
            case 1 -> out.put(at, bytes.get(offset));
            case 2 -> out.putShort(at, bytes.getShort(offset));
            case 4 -> out.putInt(at, bytes.getInt(offset));
            case 8 -> out.putLong(at, bytes.getLong(offset));
            default -> out.put(at, bytes, offset, length);
        }
    }
}
