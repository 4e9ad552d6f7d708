package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Command 5: changes the state of an ADS server (InfoSys "ADS Write Control").
 *
 * <pre>
 *  request:  38          40             42       46
 *           +-----------+--------------+--------+------------------ - -
 *           | ADS state | device state | length | length bytes
 *           +-----------+--------------+--------+------------------ - -
 *  response: 38       42
 *           +--------+
 *           | result |
 *           +--------+
 * </pre>
 */
public final class WriteControlCommand {

    /** Size of a request before its extra bytes. */
    public static final int REQUEST_BYTES = 8;
    /** Where in a request frame the extra bytes start. */
    public static final int DATA = AmsHeader.BYTES + REQUEST_BYTES;

    public static final int RESPONSE_BYTES = 4;

    private static final int ADS_STATE = AmsHeader.BYTES;
    private static final int DEVICE_STATE = AmsHeader.BYTES + 2;
    private static final int LENGTH = AmsHeader.BYTES + 4;

    private WriteControlCommand() {}

    /** Writes what stands before the extra bytes, of which there are usually none. */
    public static void writeRequest(ByteBuffer buffer, int frame, int adsState, int deviceState, int length) {
        buffer.putShort(frame + ADS_STATE, (short) adsState);
        buffer.putShort(frame + DEVICE_STATE, (short) deviceState);
        buffer.putInt(frame + LENGTH, length);
    }

    /** The request has the size that its length says. */
    public static void checkRequest(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.sizeAtLeast(buffer, frame, REQUEST_BYTES);
        Check.size(buffer, frame, REQUEST_BYTES + Check.unsigned(buffer, frame + LENGTH));
    }

    /** See {@link AdsState}. */
    public static int adsState(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + ADS_STATE));
    }

    public static int deviceState(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + DEVICE_STATE));
    }

    /** Number of bytes at {@link #DATA}. */
    public static int dataLength(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + LENGTH);
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
