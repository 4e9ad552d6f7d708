package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

/**
 * Many writes in one ReadWrite: index group 0xF081 (TwinCAT Ads.h, InfoSys "ADS Sum Command").
 *
 * <pre>
 *  request:  item 0                     item 1                          values of item 0, 1, ...
 *           +-------+--------+--------+-------+--------+--------+- - -+---------+---------+- -
 *           | group | offset | length | group | offset | length |     | length0 | length1 |
 *           +-------+--------+--------+-------+--------+--------+- - -+---------+---------+- -
 *  response: n results, see SumResults
 * </pre>
 *
 * <p>Positions are those of the list, that is of the written bytes of the ReadWrite.
 */
public final class SumWrite {

    public static final int ITEM_BYTES = 12;

    private SumWrite() {}

    /** Writes an item of the list at {@code list}; its value goes behind the list, see {@link #values}. */
    public static void putItem(ByteBuffer buffer, int list, int index, int indexGroup, int indexOffset, int length) {
        SumRead.putItem(buffer, list, index, indexGroup, indexOffset, length);
    }

    /** Where the value of the first item starts; the others follow without gaps. */
    public static int values(int list, int count) {
        return list + count * ITEM_BYTES;
    }
}
