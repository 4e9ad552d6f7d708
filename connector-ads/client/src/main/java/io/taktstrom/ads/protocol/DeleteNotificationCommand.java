package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

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
    public static final int RESPONSE_BYTES = 4;

    private DeleteNotificationCommand() {}

    /** Writes the data of a request. */
    public static void writeRequest(ByteBuffer buffer, int frame, int handle) {
        buffer.putInt(frame + AmsHeader.BYTES, handle);
    }

    /** The request has the right size. */
    public static void checkRequest(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.size(buffer, frame, REQUEST_BYTES);
    }

    public static int handle(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + AmsHeader.BYTES);
    }

    /** Writes the data of a response. */
    public static void writeResponse(ByteBuffer buffer, int frame, int result) {
        buffer.putInt(frame + AmsHeader.BYTES, result);
    }

    /** Returns the result. */
    public static int checkResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        return Check.response(buffer, frame, RESPONSE_BYTES);
    }
}
