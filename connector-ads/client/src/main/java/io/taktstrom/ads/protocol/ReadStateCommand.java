package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Command 4: reads the state of an ADS server (InfoSys "ADS Read State"). Cheap; serves as heartbeat.
 *
 * <pre>
 *  request:  no data
 *  response: 38       42          44             46
 *           +--------+-----------+--------------+
 *           | result | ADS state | device state |
 *           +--------+-----------+--------------+
 * </pre>
 */
public final class ReadStateCommand {

    public static final int REQUEST_BYTES = 0;
    public static final int RESPONSE_BYTES = 8;

    private static final int ADS_STATE = AmsHeader.BYTES + 4;
    private static final int DEVICE_STATE = AmsHeader.BYTES + 6;

    private ReadStateCommand() {}

    /** The request has the right size. */
    public static void checkRequest(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.size(buffer, frame, REQUEST_BYTES);
    }

    /** Writes the data of a response. */
    public static void writeResponse(ByteBuffer buffer, int frame, int result, int adsState, int deviceState) {
        buffer.putInt(frame + AmsHeader.BYTES, result);
        buffer.putShort(frame + ADS_STATE, (short) adsState);
        buffer.putShort(frame + DEVICE_STATE, (short) deviceState);
    }

    /** Returns the result; if it is 0, the readers may be used. */
    public static int checkResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        return Check.response(buffer, frame, RESPONSE_BYTES);
    }

    /** See {@link AdsState}. */
    public static int adsState(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + ADS_STATE));
    }

    public static int deviceState(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + DEVICE_STATE));
    }
}
