package io.taktstrom.s7.protocol.cotp;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * The header of a frame on TCP (RFC 1006, section 6).
 *
 * <pre>
 *  0         1          2          4
 *  +---------+----------+----------+---------------- - -
 *  | vrsn 3  | reserved | length   | COTP
 *  +---------+----------+----------+---------------- - -
 *                        of all, header included
 * </pre>
 */
public final class Tpkt {

    public static final int BYTES = 4;
    /** TCP port for ISO transport (RFC 1006, section 3). */
    public static final int PORT = 102;

    private static final int VERSION = 0;
    private static final int LENGTH = 2;

    private static final byte VERSION_3 = 3;
    /** The header, and a COTP header of a length byte, a type and one more byte. */
    private static final int MIN_BYTES = BYTES + 3;

    private Tpkt() {}

    /** Writes the header of a frame of this size. */
    public static void write(ByteBuffer buffer, int frame, int bytes) {
        buffer.putShort(frame + VERSION, (short) (VERSION_3 << 8));
        buffer.putShort(frame + LENGTH, (short) bytes);
    }

    /**
     * Looks at the first bytes of a stream. Each field is checked as soon as it is there, so a peer that announces
     * nonsense is found out before its frame is complete.
     *
     * @param frame absolute position of the frame's first byte
     * @param available number of bytes there, may be 0
     * @param maxBytes limit for a whole frame
     * @return size of the frame if it is complete, 0 if more bytes are needed
     */
    public static int check(ByteBuffer buffer, int frame, int available, int maxBytes) throws MalformedFrameException {
        if (available < 1) {
            return 0;
        }
        if (buffer.get(frame + VERSION) != VERSION_3) {
            throw new MalformedFrameException(
                    "a frame starts with 0x" + Integer.toHexString(buffer.get(frame) & 0xFF)
                            + " instead of version 3; no S7 device?",
                    VERSION);
        }
        if (available < BYTES) {
            return 0;
        }
        int bytes = length(buffer, frame);
        if (bytes < MIN_BYTES || bytes > maxBytes) {
            throw new MalformedFrameException(
                    "frame of " + bytes + " bytes, allowed are " + MIN_BYTES + " to " + maxBytes, LENGTH);
        }
        return available < bytes ? 0 : bytes;
    }

    /** Size of the whole frame, as it says itself. */
    public static int length(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + LENGTH));
    }
}
