package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Many read-writes in one ReadWrite: index group 0xF082 (TwinCAT Ads.h, InfoSys "ADS Sum Command"). Resolves many names
 * to handles at once.
 *
 * <pre>
 *  request:  item 0                                       values to write of item 0, 1, ...
 *           +-------+--------+-------------+--------------+- - -+---------------+---------------+- -
 *           | group | offset | read length | write length |     | write length0 | write length1 |
 *           +-------+--------+-------------+--------------+- - -+---------------+---------------+- -
 *  response: n (result, length), n values, each as long as its length; read with SumValues
 * </pre>
 *
 * <p>Positions are those of the list, that is of the written bytes of the ReadWrite.
 */
public final class SumReadWrite {

    public static final int ITEM_BYTES = 16;

    private SumReadWrite() {}

    /** Writes an item of the list at {@code list}; its value goes behind the list, see {@link #values}. */
    public static void putItem(
            ByteBuffer buffer, int list, int index, int indexGroup, int indexOffset, int readLength, int writeLength) {
        int item = list + index * ITEM_BYTES;
        buffer.putInt(item, indexGroup);
        buffer.putInt(item + 4, indexOffset);
        buffer.putInt(item + 8, readLength);
        buffer.putInt(item + 12, writeLength);
    }

    /** Where the value to write of the first item starts; the others follow without gaps. */
    public static int values(int list, int count) {
        return list + count * ITEM_BYTES;
    }

    /** There are {@code count} items and their values in the {@code length} bytes written, and nothing else. */
    public static void checkRequest(ByteBuffer buffer, int list, int length, int count) throws MalformedFrameException {
        SumResults.checkItems(buffer, list, length, count, ITEM_BYTES);
    }

    public static int indexGroup(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * ITEM_BYTES);
    }

    public static int indexOffset(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * ITEM_BYTES + 4);
    }

    /** How many bytes the item asks for at most, unsigned. */
    public static int readLength(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * ITEM_BYTES + 8);
    }

    /** Size of the item's value to write. */
    public static int writeLength(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * ITEM_BYTES + 12);
    }
}
