package io.taktstrom.s7.protocol.cotp;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Opens a connection (ITU-T X.224, 13.3 and 13.4), or says why it is not opened (13.5).
 *
 * <pre>
 *  4        5        6             8             10       11
 *  +--------+--------+-------------+-------------+--------+------+--------+------- - -
 *  | length | type   | destination | source      | class 0| code | length | value    ...
 *  +--------+--------+-------------+-------------+--------+------+--------+------- - -
 *            E0, D0   reference     reference      reason   C0: size of a TPDU, as its binary logarithm
 *            80                                    in DR    C1: calling TSAP   C2: called TSAP
 * </pre>
 */
public final class CotpConnect {

    /** Size of a request with TSAPs of two bytes. */
    public static final int REQUEST_BYTES = 22;
    /** The largest frame of a connect or a refusal that we read: header and parameters are at most 255 bytes. */
    public static final int MAX_BYTES = Tpkt.BYTES + 256;
    /** TPDU of 1024 bytes: the largest that S7 CPUs know, room for a PDU of 960. */
    public static final int SIZE_1024 = 0x0A;

    /** When the peer names no size (ITU-T X.224, 13.3.4 b). */
    private static final int DEFAULT_SIZE = 128;

    private static final int DESTINATION = Tpkt.BYTES + 2;
    private static final int SOURCE = Tpkt.BYTES + 4;
    private static final int CLASS = Tpkt.BYTES + 6;
    private static final int PARAMETERS = Tpkt.BYTES + 7;

    private static final int TPDU_SIZE = 0xC0;
    private static final int CALLING_TSAP = 0xC1;
    private static final int CALLED_TSAP = 0xC2;
    private static final int MIN_SIZE_CODE = 7;
    private static final int MAX_SIZE_CODE = 13;

    private static final int NO_REASON = -1;
    private static final int CONGESTION_AT_TSAP = 1;
    private static final int CONGESTION = 129;

    private CotpConnect() {}

    /**
     * Writes a connection request.
     *
     * @param reference ours, not 0
     * @param sizeCode binary logarithm of the TPDU size, for example {@link #SIZE_1024}
     */
    public static void writeRequest(
            ByteBuffer buffer, int frame, int reference, int sizeCode, int callingTsap, int calledTsap) {
        Tpkt.write(buffer, frame, REQUEST_BYTES);
        buffer.put(frame + CotpHeader.LENGTH, (byte) (REQUEST_BYTES - Tpkt.BYTES - 1));
        buffer.put(frame + CotpHeader.TYPE, (byte) CotpHeader.CONNECT_REQUEST);
        buffer.putShort(frame + DESTINATION, (short) 0);
        buffer.putShort(frame + SOURCE, (short) reference);
        buffer.put(frame + CLASS, (byte) 0);
        int at = frame + PARAMETERS;
        buffer.put(at, (byte) CALLING_TSAP).put(at + 1, (byte) 2).putShort(at + 2, (short) callingTsap);
        buffer.put(at + 4, (byte) CALLED_TSAP).put(at + 5, (byte) 2).putShort(at + 6, (short) calledTsap);
        buffer.put(at + 8, (byte) TPDU_SIZE).put(at + 9, (byte) 1).put(at + 10, (byte) sizeCode);
    }

    /** Checks a confirm, or a request, that {@link CotpHeader#check} let pass: its parameters are inside the header. */
    public static void check(ByteBuffer buffer, int frame) throws MalformedFrameException {
        int end = CotpHeader.end(buffer, frame);
        if (end < PARAMETERS) {
            throw new MalformedFrameException("COTP connect header of " + (end - CotpHeader.LENGTH) + " bytes", 4);
        }
        int at = PARAMETERS;
        while (at < end) {
            int next = at + 2 > end ? end + 1 : at + 2 + (buffer.get(frame + at + 1) & 0xFF);
            if (next > end) {
                throw new MalformedFrameException("COTP parameter runs over the end of its header", at);
            }
            at = next;
        }
    }

    /**
     * The largest TPDU that both sides take, in bytes with the COTP header; after {@link #check}.
     *
     * @param askedCode what we asked for, which the answer can only lower
     */
    public static int tpduBytes(ByteBuffer buffer, int frame, int askedCode) {
        int at = parameter(buffer, frame, TPDU_SIZE, 1);
        if (at < 0) {
            return DEFAULT_SIZE;
        }
        int code = buffer.get(frame + at);
        return 1 << Math.min(askedCode, Math.max(MIN_SIZE_CODE, Math.min(MAX_SIZE_CODE, code)));
    }

    /** TSAP that a request comes from, or -1 if it has none of two bytes; after {@link #check}. */
    public static int callingTsap(ByteBuffer buffer, int frame) {
        return tsap(buffer, frame, CALLING_TSAP);
    }

    /** TSAP that a request goes to, or -1 if it has none of two bytes; after {@link #check}. */
    public static int calledTsap(ByteBuffer buffer, int frame) {
        return tsap(buffer, frame, CALLED_TSAP);
    }

    private static int tsap(ByteBuffer buffer, int frame, int code) {
        int at = parameter(buffer, frame, code, 2);
        return at < 0 ? -1 : Short.toUnsignedInt(buffer.getShort(frame + at));
    }

    /** Position of a parameter's value, or -1 if there is none of that length. */
    private static int parameter(ByteBuffer buffer, int frame, int code, int length) {
        int end = CotpHeader.end(buffer, frame);
        for (int at = PARAMETERS; at < end; at += 2 + (buffer.get(frame + at + 1) & 0xFF)) {
            if ((buffer.get(frame + at) & 0xFF) == code && buffer.get(frame + at + 1) == length) {
                return at + 2;
            }
        }
        return -1;
    }

    /** Whose reference a connect names as its source. */
    public static int sourceReference(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + SOURCE));
    }

    /** Whether a refusal says that there are too many connections, at the TSAP or of the device as a whole. */
    public static boolean isCongested(ByteBuffer buffer, int frame) {
        int reason = reason(buffer, frame);
        return reason == CONGESTION_AT_TSAP || reason == CONGESTION;
    }

    private static int reason(ByteBuffer buffer, int frame) {
        return CotpHeader.end(buffer, frame) <= CLASS ? NO_REASON : buffer.get(frame + CLASS) & 0xFF;
    }

    /** Why a connection is refused: the reason of a disconnect request, ITU-T X.224 13.5.3 d, with its number. */
    public static String refusal(ByteBuffer buffer, int frame) {
        int reason = reason(buffer, frame);
        if (reason == NO_REASON) {
            return "no reason given";
        }
        String text = switch (reason) {
            case 0 -> "reason not specified";
            case CONGESTION_AT_TSAP -> "congestion at the TSAP";
            case 2 -> "session entity not attached to the TSAP";
            case 3 -> "address unknown";
            case 128 -> "normal disconnect";
            case CONGESTION -> "remote transport entity congested";
            case 130 -> "connection negotiation failed";
            case 131 -> "duplicate source reference";
            case 132 -> "mismatched references";
            case 133 -> "protocol error";
            case 135 -> "reference overflow";
            case 136 -> "connection request refused on this network connection";
            case 138 -> "header or parameter length invalid";
            default -> "unknown reason";
        };
        return text + " (" + reason + ")";
    }
}
