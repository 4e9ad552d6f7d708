package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

/**
 * Many reads in one ReadWrite: index group 0xF080 (TwinCAT Ads.h, InfoSys "ADS Sum Command").
 *
 * <pre>
 *  request:  item 0                        item 1
 *           +-------+--------+--------+   +-------+--------+--------+
 *           | group | offset | length |   | group | offset | length |  ...
 *           +-------+--------+--------+   +-------+--------+--------+
 *  response: n results, n values, each as long as asked for
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
    public static long readLength(int count, long valueBytes) {
        return 4L * count + valueBytes;
    }
}
