package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Many commands in one ReadWrite (TwinCAT Ads.h, InfoSys "ADS Sum Command"). Positions are those of the list, that is of the
 * written or read bytes of the ReadWrite.
 *
 * <pre>
 *  0xF080 read     request:  n (group, offset, length)                  response: n results, n values, see {@link SumValues}
 *  0xF081 write    request:  n (group, offset, length), n values                  n results
 *  0xF085 add      request:  n (group, offset, length, mode, max delay,           n (result, handle)
 *                               cycle time, 16 reserved bytes)
 *  0xF086 delete   request:  n handles                                            n results
 *  all fields have 4 bytes; times in 100 ns
 * </pre>
 *
 * <p>An item of 0xF085 is also the data of command 6 (InfoSys "ADS Add Device Notification"). What its reserved bytes hold is
 * arbitrary: captured TwinCAT clients leave garbage in them.
 */
public final class SumCommand {

    /** Size of an item of a read or a write. */
    public static final int ITEM_BYTES = 12;
    /** Size of a notification to be added. */
    public static final int ADD_BYTES = 40;
    /** Size of its result and handle. */
    public static final int ADDED_BYTES = 8;
    /** Size of a result, and of a handle. */
    public static final int RESULT_BYTES = 4;

    private static final int RESERVED = 24;

    private SumCommand() {}

    /** Writes an item of a read or a write. */
    public static void putItem(ByteBuffer buffer, int list, int index, int indexGroup, int indexOffset, int length) {
        int item = list + index * ITEM_BYTES;
        buffer.putInt(item, indexGroup);
        buffer.putInt(item + 4, indexOffset);
        buffer.putInt(item + 8, length);
    }

    /** How many bytes to ask for, so that the response to {@code count} reads fits; {@code long} against overflow. */
    public static long readLength(int count, long valueBytes) {
        return (long) RESULT_BYTES * count + valueBytes;
    }

    /**
     * Writes a notification to be added.
     *
     * @param mode see {@link TransmissionMode}
     * @param maxDelay the server may hold values back this long to send several at once, in 100 ns
     * @param cycleTime in 100 ns; 0 is every cycle of the server's task
     */
    public static void putNotification(
            ByteBuffer buffer,
            int list,
            int index,
            int indexGroup,
            int indexOffset,
            int length,
            int mode,
            int maxDelay,
            int cycleTime) {
        int item = list + index * ADD_BYTES;
        buffer.putInt(item, indexGroup);
        buffer.putInt(item + 4, indexOffset);
        buffer.putInt(item + 8, length);
        buffer.putInt(item + 12, mode);
        buffer.putInt(item + 16, maxDelay);
        buffer.putInt(item + 20, cycleTime);
        buffer.putLong(item + RESERVED, 0);
        buffer.putLong(item + RESERVED + 8, 0);
    }

    /** There are exactly {@code count} items of a response in the {@code length} bytes read. */
    public static void checkSize(int length, int count, int itemBytes) throws MalformedFrameException {
        checkList(length, count, itemBytes);
        checkValues(length, count * itemBytes, 0);
    }

    /** A list of {@code count} items, at least. */
    static void checkList(int length, int count, int itemBytes) throws MalformedFrameException {
        if (count < 0 || length < (long) count * itemBytes) {
            throw new MalformedFrameException(
                    "sum command: " + length + " bytes are too few for " + Integer.toUnsignedString(count)
                            + " items of " + itemBytes,
                    0);
        }
    }

    static void checkValues(int length, int listBytes, long values) throws MalformedFrameException {
        if (length - listBytes != values) {
            throw new MalformedFrameException(
                    "sum command: " + (length - listBytes) + " bytes of values instead of " + values, listBytes);
        }
    }
}
