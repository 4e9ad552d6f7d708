package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * A cursor over the response to a {@link SumRead} or {@link SumReadWrite}. Reusable and allocation-free; one thread at
 * a time. Open it on a response, then call {@link #next} until it returns {@code false}. What an open method refuses,
 * it refuses with an offset from the first of the bytes read; the cursor must then be opened anew.
 *
 * <pre>
 *  0xF080         +---------+---------+- -+--------+--------+- -      opened by openRead
 *                 | result0 | result1 |   | value0 | value1 |
 *                 +---------+---------+- -+--------+--------+- -
 *  0xF082..84     +---------+---------+---------+---------+- -+--------+--------+- -
 *                 | result0 | length0 | result1 | length1 |   | value0 | value1 |
 *                 +---------+---------+---------+---------+- -+--------+--------+- -
 * </pre>
 *
 * <p>In 0xF080 and 0xF083 a value has the size that was asked for. Whether an item that failed leaves a hole of that
 * size or nothing is not published; the cursor takes whichever fits the size of the response.
 */
public final class SumValues {

    private static final int RESULT_BYTES = 4;
    private static final int PAIR_BYTES = 8;

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int list;
    private int itemBytes;
    private int count;
    /** Values have the size that their item says, not the size asked for. */
    private boolean sized;

    private int[] asked = {};
    private int first;
    /** Failed items take up as much room as good ones. */
    private boolean holes;

    private int index;
    private int value;
    private int size;

    /**
     * Opens the response to 0xF080.
     *
     * @param position where the bytes read start, and {@code length} how many they are
     * @param asked sizes asked for; those of this response are {@code asked[first]} to {@code asked[first + count - 1]}
     */
    public void openRead(ByteBuffer buffer, int position, int length, int[] asked, int first, int count)
            throws MalformedFrameException {
        open(buffer, position, length, RESULT_BYTES, count);
        fitAsked(length, asked, first);
    }

    /** Opens the response to 0xF083; see {@link #openRead}. */
    public void openReadEx(ByteBuffer buffer, int position, int length, int[] asked, int first, int count)
            throws MalformedFrameException {
        open(buffer, position, length, PAIR_BYTES, count);
        fitAsked(length, asked, first);
        for (int i = 0; i < count; i++) {
            int item = position + i * PAIR_BYTES;
            long delivered = Check.unsigned(buffer, item + 4);
            if (buffer.getInt(item) == AdsErrorCode.NO_ERROR && delivered > asked[first + i]) {
                throw new MalformedFrameException(
                        "sum command: item " + i + " has " + delivered + " bytes, asked for were " + asked[first + i],
                        (long) i * PAIR_BYTES + 4);
            }
        }
    }

    /** Opens the response to 0xF082 or 0xF084. */
    public void openSized(ByteBuffer buffer, int position, int length, int count) throws MalformedFrameException {
        open(buffer, position, length, PAIR_BYTES, count);
        this.sized = true;
        SumResults.checkItems(buffer, position, length, count, PAIR_BYTES);
    }

    private void open(ByteBuffer buffer, int position, int length, int itemBytes, int count)
            throws MalformedFrameException {
        SumResults.checkList(length, count, itemBytes);
        this.buffer = buffer;
        this.list = position;
        this.itemBytes = itemBytes;
        this.count = count;
        this.index = -1;
        this.value = position + count * itemBytes;
        this.size = 0;
    }

    private void fitAsked(int length, int[] asked, int first) throws MalformedFrameException {
        long all = 0;
        long good = 0;
        for (int i = 0; i < count; i++) {
            all += asked[first + i];
            good += buffer.getInt(list + i * itemBytes) == AdsErrorCode.NO_ERROR ? asked[first + i] : 0;
        }
        int present = length - count * itemBytes;
        this.sized = false;
        this.asked = asked;
        this.first = first;
        this.holes = present == all;
        SumResults.checkValues(length, count * itemBytes, present == good ? good : all);
    }

    /** Goes to the next item, at first to item 0. Returns {@code false} behind the last. */
    public boolean next() {
        value += size;
        index++;
        if (index >= count) {
            size = 0;
            return false;
        }
        if (sized) {
            size = buffer.getInt(list + index * itemBytes + 4);
        } else {
            size = holes || result() == AdsErrorCode.NO_ERROR ? asked[first + index] : 0;
        }
        return true;
    }

    /** Which item, from 0. */
    public int index() {
        return index;
    }

    /** See {@link AdsErrorCode}. */
    public int result() {
        return buffer.getInt(list + index * itemBytes);
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
        if (result() != AdsErrorCode.NO_ERROR) {
            return 0;
        }
        return itemBytes == PAIR_BYTES ? buffer.getInt(list + index * itemBytes + 4) : size;
    }
}
