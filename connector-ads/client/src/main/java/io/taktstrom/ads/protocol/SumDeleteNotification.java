package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

/**
 * Many notifications ended in one ReadWrite: index group 0xF086 (TwinCAT Ads.h).
 *
 * <pre>
 *  request: n handles          response: n results, see SumResults
 * </pre>
 *
 * <p>Positions are those of the list, that is of the written bytes of the ReadWrite.
 */
public final class SumDeleteNotification {

    public static final int ITEM_BYTES = 4;

    private SumDeleteNotification() {}

    /** Writes an item of the list at {@code list}. */
    public static void putItem(ByteBuffer buffer, int list, int index, int handle) {
        buffer.putInt(list + index * ITEM_BYTES, handle);
    }
}
