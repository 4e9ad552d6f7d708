package io.taktstrom.stream.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * A buffer seen as columns of numbers, little-endian, so that a column is copied as a whole and not number by number. Longs may
 * begin behind an odd number of ints, so there are two views of them. One thread.
 */
final class ColumnViews {

    private final ByteBuffer buffer;
    private final IntBuffer ints;
    private final LongBuffer longs;
    private final LongBuffer shiftedLongs;

    ColumnViews(ByteBuffer buffer) {
        this.buffer = buffer;
        ByteBuffer all = buffer.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
        ints = all.asIntBuffer();
        longs = all.asLongBuffer();
        shiftedLongs = all.position(Math.min(Integer.BYTES, all.limit())).asLongBuffer();
    }

    @SuppressWarnings("ReferenceEquality") // the very buffer
    boolean areOf(ByteBuffer other) {
        return buffer == other;
    }

    /** Puts numbers at an offset, a multiple of 4, and returns the one behind them. */
    int put(int offset, int[] column, int count) {
        ints.put(offset / Integer.BYTES, column, 0, count);
        return offset + count * Integer.BYTES;
    }

    /** The same. */
    int put(int offset, long[] column, int count) {
        if (offset % Long.BYTES == 0) {
            longs.put(offset / Long.BYTES, column, 0, count);
        } else {
            shiftedLongs.put((offset - Integer.BYTES) / Long.BYTES, column, 0, count);
        }
        return offset + count * Long.BYTES;
    }
}
