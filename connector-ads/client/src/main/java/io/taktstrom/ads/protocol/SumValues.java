package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * A cursor over the response to a sum read. Reusable and allocation-free; one thread at a time. Open it on a response,
 * then call {@link #next} until it returns {@code false}. What {@link #openRead} refuses, it refuses with an offset from the
 * first of the bytes read; the cursor must then be opened again.
 *
 * <pre>
 *   +---------+---------+- -+--------+--------+- -
 *   | result0 | result1 |   | value0 | value1 |
 *   +---------+---------+- -+--------+--------+- -
 * </pre>
 *
 * <p>A value has the size that was asked for. Whether an item that failed leaves a hole of that size or nothing is not
 * published; the cursor takes whichever fits the size of the response.
 */
public final class SumValues {

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int list;
    private int count;
    private int[] asked = {};
    private int first;
    /** Failed items take up as much room as good ones. */
    private boolean holes;

    private int index;
    private int value;
    private int size;

    /**
     * Opens a response.
     *
     * @param position where the bytes read start, and {@code length} how many they are
     * @param asked sizes asked for; those of this response are {@code asked[first]} to {@code asked[first + count - 1]}
     */
    public void openRead(ByteBuffer buffer, int position, int length, int[] asked, int first, int count)
            throws MalformedFrameException {
        SumCommand.checkList(length, count, SumCommand.RESULT_BYTES);
        this.buffer = buffer;
        this.list = position;
        this.count = count;
        this.asked = asked;
        this.first = first;
        this.index = -1;
        this.value = position + count * SumCommand.RESULT_BYTES;
        this.size = 0;
        long all = 0;
        long good = 0;
        for (int i = 0; i < count; i++) {
            all += asked[first + i];
            good += buffer.getInt(list + i * SumCommand.RESULT_BYTES) == AdsErrorCode.NO_ERROR ? asked[first + i] : 0;
        }
        int present = length - count * SumCommand.RESULT_BYTES;
        this.holes = present == all;
        SumCommand.checkValues(length, count * SumCommand.RESULT_BYTES, present == good ? good : all);
    }

    /** Goes to the next item, at first to item 0. Returns {@code false} behind the last. */
    public boolean next() {
        value += size;
        index++;
        if (index >= count) {
            size = 0;
            return false;
        }
        size = holes || result() == AdsErrorCode.NO_ERROR ? asked[first + index] : 0;
        return true;
    }

    /** See {@link AdsErrorCode}. */
    public int result() {
        return buffer.getInt(list + index * SumCommand.RESULT_BYTES);
    }

    /** Where the values are. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Where the value starts. */
    public int valuePosition() {
        return value;
    }

    /** How many bytes of the value the device delivered; 0 if the item failed. */
    public int valueLength() {
        return result() == AdsErrorCode.NO_ERROR ? size : 0;
    }
}
