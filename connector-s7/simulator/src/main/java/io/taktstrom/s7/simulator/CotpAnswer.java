package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;

import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.cotp.Tpkt;

/**
 * What a CPU says to a connection request (ITU-T X.224, 13.4 and 13.5).
 *
 * <pre>
 *  confirm   | len | D0 | destination | source | class 0 | C0 01 size | C1 02 calling | C2 02 called |
 *  refusal   | len | 80 | destination | source | reason  |
 * </pre>
 */
final class CotpAnswer {

    /** Too many connections (ITU-T X.224, 13.5.3 d). */
    static final int CONGESTION = 1;
    /** Wrong rack or slot. */
    static final int ADDRESS_UNKNOWN = 3;

    private static final int CONFIRM_BYTES = 22;
    private static final int REFUSAL_BYTES = 11;
    private static final int OUR_REFERENCE = 0x4431;

    private CotpAnswer() {}

    /** Writes a confirm of the request in {@code in}; returns its size. */
    static int confirm(ByteBuffer in, int request, ByteBuffer out, int sizeCode) {
        int start = head(in, request, out, CONFIRM_BYTES, CotpHeader.CONNECT_CONFIRM);
        out.put(start + 6, (byte) 0);
        out.put(start + 7, (byte) 0xC0).put(start + 8, (byte) 1).put(start + 9, (byte) sizeCode);
        out.put(start + 10, (byte) 0xC1).put(start + 11, (byte) 2);
        out.putShort(start + 12, (short) CotpConnect.callingTsap(in, request));
        out.put(start + 14, (byte) 0xC2).put(start + 15, (byte) 2);
        out.putShort(start + 16, (short) CotpConnect.calledTsap(in, request));
        return CONFIRM_BYTES;
    }

    /** Writes a refusal of the request in {@code in}; returns its size. */
    static int refusal(ByteBuffer in, int request, ByteBuffer out, int reason) {
        out.put(head(in, request, out, REFUSAL_BYTES, CotpHeader.DISCONNECT_REQUEST) + 6, (byte) reason);
        return REFUSAL_BYTES;
    }

    /** Returns where the COTP header starts. */
    private static int head(ByteBuffer in, int request, ByteBuffer out, int bytes, int type) {
        Tpkt.write(out, 0, bytes);
        out.put(Tpkt.BYTES, (byte) (bytes - Tpkt.BYTES - 1));
        out.put(Tpkt.BYTES + 1, (byte) type);
        out.putShort(Tpkt.BYTES + 2, (short) CotpConnect.sourceReference(in, request));
        out.putShort(Tpkt.BYTES + 4, (short) OUR_REFERENCE);
        return Tpkt.BYTES;
    }
}
