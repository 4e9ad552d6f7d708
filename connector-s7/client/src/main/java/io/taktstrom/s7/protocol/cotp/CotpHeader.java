package io.taktstrom.s7.protocol.cotp;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * What all COTP headers begin with (ITU-T X.224, 13.2).
 *
 * <pre>
 *  4        5
 *  +--------+--------+------------- - -
 *  | length | type   | depends on the type
 *  +--------+--------+------------- - -
 *   of the header, this byte not counted
 * </pre>
 */
public final class CotpHeader {

    /** Connection request (13.3). */
    public static final int CONNECT_REQUEST = 0xE0;
    /** Connection confirm (13.4). */
    public static final int CONNECT_CONFIRM = 0xD0;
    /** Disconnect request (13.5), also the answer to a connection that is refused. */
    public static final int DISCONNECT_REQUEST = 0x80;
    /** Data (13.7). */
    public static final int DATA = 0xF0;

    static final int LENGTH = Tpkt.BYTES;
    static final int TYPE = Tpkt.BYTES + 1;

    private CotpHeader() {}

    /**
     * Checks that the header is inside the frame, and that a header of data has the one size that class 0 allows.
     *
     * @param bytes of the whole frame, as {@link Tpkt#check} gave them
     * @return the type
     */
    public static int check(ByteBuffer buffer, int frame, int bytes) throws MalformedFrameException {
        int end = LENGTH + 1 + (buffer.get(frame + LENGTH) & 0xFF);
        if (end <= TYPE || end > bytes) {
            throw new MalformedFrameException(
                    "COTP header ends at byte " + end + " of a frame of " + bytes + " bytes", LENGTH);
        }
        // The low half of the type is a credit, which class 0 does not use.
        int type = buffer.get(frame + TYPE) & 0xF0;
        if (type == DATA && end != CotpData.PAYLOAD) {
            throw new MalformedFrameException(
                    "COTP data header of " + (end - LENGTH) + " bytes instead of " + CotpData.BYTES, LENGTH);
        }
        return type;
    }

    /** Position behind the header, from the start of the frame. */
    static int end(ByteBuffer buffer, int frame) {
        return LENGTH + 1 + (buffer.get(frame + LENGTH) & 0xFF);
    }
}
