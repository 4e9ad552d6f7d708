package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Command 6: asks for notifications (InfoSys "ADS Add Device Notification").
 *
 * <pre>
 *  request:  38      42       46       50     54          58           62             78
 *           +-------+--------+--------+------+-----------+------------+--------------+
 *           | group | offset | length | mode | max delay | cycle time | 16 reserved  |
 *           +-------+--------+--------+------+-----------+------------+--------------+
 *  response: 38       42       46
 *           +--------+--------+
 *           | result | handle |
 *           +--------+--------+
 *  times in 100 ns
 * </pre>
 *
 * <p>What the reserved bytes hold is arbitrary: captured TwinCAT clients leave garbage in them.
 */
public final class AddNotificationCommand {

    public static final int REQUEST_BYTES = 40;
    public static final int RESPONSE_BYTES = 8;

    private static final int HANDLE = AmsHeader.BYTES + 4;

    private AddNotificationCommand() {}

    /**
     * Writes the data of a request.
     *
     * @param mode see {@link TransmissionMode}
     * @param maxDelay the server may hold values back this long to send several at once, in 100 ns
     * @param cycleTime in 100 ns; 0 is every cycle of the server's task
     */
    public static void writeRequest(
            ByteBuffer buffer,
            int frame,
            int indexGroup,
            int indexOffset,
            int length,
            int mode,
            int maxDelay,
            int cycleTime) {
        SumAddNotification.putItem(
                buffer, frame + AmsHeader.BYTES, 0, indexGroup, indexOffset, length, mode, maxDelay, cycleTime);
    }

    /** The request has the right size. Its fields are those of the one item at {@link AmsHeader#BYTES}. */
    public static void checkRequest(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.size(buffer, frame, REQUEST_BYTES);
    }

    /** Writes the data of a response. */
    public static void writeResponse(ByteBuffer buffer, int frame, int result, int handle) {
        buffer.putInt(frame + AmsHeader.BYTES, result);
        buffer.putInt(frame + HANDLE, handle);
    }

    /** Returns the result; if it is 0, there is a {@link #handle}. */
    public static int checkResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        return Check.response(buffer, frame, RESPONSE_BYTES);
    }

    public static int handle(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + HANDLE);
    }
}
