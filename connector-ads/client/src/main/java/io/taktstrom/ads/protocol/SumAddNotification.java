package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Notifications asked for: many in one ReadWrite of index group 0xF085 (TwinCAT Ads.h), or one by command 6 (InfoSys "ADS Add
 * Device Notification"), whose data is one item.
 *
 * <pre>
 *  request:  item 0                                                                 item 1
 *           +-------+--------+--------+------+-----------+------------+-------------+- - -
 *           | group | offset | length | mode | max delay | cycle time | 16 reserved |
 *           +-------+--------+--------+------+-----------+------------+-------------+- - -
 *  response: n (result, handle), 4 bytes each
 *  times in 100 ns
 * </pre>
 *
 * <p>What the reserved bytes hold is arbitrary: captured TwinCAT clients leave garbage in them. Positions are those of the list, that is of the written or read bytes of the ReadWrite.
 */
public final class SumAddNotification {

    public static final int ITEM_BYTES = 40;
    /** Size of an item of the response. */
    public static final int RESULT_BYTES = 8;

    private static final int RESERVED = 24;

    private SumAddNotification() {}

    /**
     * Writes an item of the list at {@code list}.
     *
     * @param mode see {@link TransmissionMode}
     * @param maxDelay the server may hold values back this long to send several at once, in 100 ns
     * @param cycleTime in 100 ns; 0 is every cycle of the server's task
     */
    public static void putItem(
            ByteBuffer buffer,
            int list,
            int index,
            int indexGroup,
            int indexOffset,
            int length,
            int mode,
            int maxDelay,
            int cycleTime) {
        int item = list + index * ITEM_BYTES;
        buffer.putInt(item, indexGroup);
        buffer.putInt(item + 4, indexOffset);
        buffer.putInt(item + 8, length);
        buffer.putInt(item + 12, mode);
        buffer.putInt(item + 16, maxDelay);
        buffer.putInt(item + 20, cycleTime);
        buffer.putLong(item + RESERVED, 0);
        buffer.putLong(item + RESERVED + 8, 0);
    }

    /** There are exactly {@code count} items in the {@code length} bytes read. */
    public static void checkResponse(int length, int count) throws MalformedFrameException {
        SumResults.checkSize(length, count, RESULT_BYTES);
    }

    /** See {@link AdsErrorCode}. */
    public static int result(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * RESULT_BYTES);
    }

    /** The handle, if the result is 0. */
    public static int handle(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * RESULT_BYTES + 4);
    }
}
