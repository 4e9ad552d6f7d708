package io.taktstrom.s7.protocol.cotp;

import java.nio.ByteBuffer;

/**
 * A piece of a message (ITU-T X.224, 13.7). STEP 7 also sends pieces without any bytes.
 *
 * <pre>
 *  4        5        6             7
 *  +--------+--------+-------------+------------ - -
 *  | 2      | 0xF0   | end, number | piece
 *  +--------+--------+-------------+------------ - -
 *                     bit 7: last piece; bits 0-6: 0 in class 0
 * </pre>
 */
public final class CotpData {

    public static final int BYTES = 3;
    /** Where in a frame the piece starts. */
    public static final int PAYLOAD = Tpkt.BYTES + BYTES;

    private static final int END = Tpkt.BYTES + 2;
    private static final int LAST = 0x80;

    private CotpData() {}

    /** Writes TPKT and COTP header of a message in one piece. */
    public static void write(ByteBuffer buffer, int frame, int payloadBytes) {
        write(buffer, frame, payloadBytes, true);
    }

    /** Writes TPKT and COTP header of one piece of a message. */
    public static void write(ByteBuffer buffer, int frame, int payloadBytes, boolean last) {
        Tpkt.write(buffer, frame, PAYLOAD + payloadBytes);
        buffer.put(frame + CotpHeader.LENGTH, (byte) (BYTES - 1));
        buffer.put(frame + CotpHeader.TYPE, (byte) CotpHeader.DATA);
        buffer.put(frame + END, (byte) (last ? LAST : 0));
    }

    /** Whether the message ends with this piece. */
    public static boolean isLast(ByteBuffer buffer, int frame) {
        return (buffer.get(frame + END) & LAST) != 0;
    }
}
