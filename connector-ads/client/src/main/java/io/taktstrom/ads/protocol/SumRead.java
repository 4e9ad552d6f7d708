package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Many reads in one ReadWrite: index groups 0xF080, 0xF083, 0xF084 (TwinCAT Ads.h, InfoSys "ADS Sum Command").
 *
 * <pre>
 *  request:  item 0                        item 1
 *           +-------+--------+--------+   +-------+--------+--------+
 *           | group | offset | length |   | group | offset | length |  ...
 *           +-------+--------+--------+   +-------+--------+--------+
 *  response 0xF080:  n results,           n values, each as long as asked for
 *           0xF083:  n (result, length),  n values, each as long as asked for
 *           0xF084:  n (result, length),  n values, each as long as its length
 * </pre>
 *
 * <p>Positions are those of the list, that is of the written or read bytes of the ReadWrite. Responses are read with
 * {@link SumValues}.
 */
public final class SumRead {

    public static final int ITEM_BYTES = 12;

    private SumRead() {}

    /** Writes an item of the list at {@code list}. */
    public static void putItem(ByteBuffer buffer, int list, int index, int indexGroup, int indexOffset, int length) {
        int item = list + index * ITEM_BYTES;
        buffer.putInt(item, indexGroup);
        buffer.putInt(item + 4, indexOffset);
        buffer.putInt(item + 8, length);
    }

    /** How many bytes to ask for, so that the response to {@code count} items fits; {@code long} against overflow. */
    public static long readLength(int indexGroup, int count, long valueBytes) {
        return (indexGroup == IndexGroup.SUM_READ ? 4L : 8L) * count + valueBytes;
    }

    /** There are exactly {@code count} items in the {@code length} bytes written. */
    public static void checkRequest(int length, int count) throws MalformedFrameException {
        SumResults.checkSize(length, count, ITEM_BYTES);
    }

    public static int indexGroup(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * ITEM_BYTES);
    }

    public static int indexOffset(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * ITEM_BYTES + 4);
    }

    /** How many bytes the item asks for, unsigned. */
    public static int length(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * ITEM_BYTES + 8);
    }
}
