package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * The response to {@link SumWrite} and {@link SumDeleteNotification}: one result per item, 4 bytes each. Positions are
 * those of the read bytes of the ReadWrite.
 */
public final class SumResults {

    public static final int ITEM_BYTES = 4;

    private SumResults() {}

    /** There are exactly {@code count} results in the {@code length} bytes read. */
    public static void checkResponse(int length, int count) throws MalformedFrameException {
        checkSize(length, count, ITEM_BYTES);
    }

    /** See {@link AdsErrorCode}. */
    public static int result(ByteBuffer buffer, int list, int index) {
        return buffer.getInt(list + index * ITEM_BYTES);
    }

    /** A list of {@code count} items, without anything behind it. */
    static void checkSize(int length, int count, int itemBytes) throws MalformedFrameException {
        if (count < 0 || length != (long) count * itemBytes) {
            throw new MalformedFrameException(
                    "sum command: " + length + " bytes for " + Integer.toUnsignedString(count) + " items of "
                            + itemBytes,
                    0);
        }
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
