package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

/**
 * Command 7: ends notifications (InfoSys "ADS Delete Device Notification").
 *
 * <pre>
 *  request:  38       42        response: 38       42
 *           +--------+                   +--------+
 *           | handle |                   | result |
 *           +--------+                   +--------+
 * </pre>
 */
public final class DeleteNotificationCommand {

    public static final int REQUEST_BYTES = 4;

    private DeleteNotificationCommand() {}

    /** Writes the data of a request. */
    public static void writeRequest(ByteBuffer buffer, int frame, int handle) {
        buffer.putInt(frame + AmsHeader.BYTES, handle);
    }
}
