package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

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
}
