package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Questions to the system of a CPU. An answer that is too long for one PDU comes in several, each asked for.
 *
 * <pre>
 *  10          13       14       15          16       17         18      19      20
 *  +-----------+--------+--------+-----------+--------+----------+-------+-------+--------+ +---------- - -
 *  | 00 01 12  | length | method | kind and  | sub-   | sequence | unit  | more  | error  | | DataItem
 *  |           | behind |        | group     | func.  | number   |       | units |        | |
 *  +-----------+--------+--------+-----------+--------+----------+-------+-------+--------+ +---------- - -
 *               4, 8     0x11     4g: asks                        only with length 8
 *                        0x12     8g: answers
 * </pre>
 *
 * <p>Source: capture s7-300-cpu315-everything frames 5 to 8 (an answer in two PDUs) and 23, 24 (an error).
 */
public final class UserData {

    /** Lists of blocks. */
    public static final int GROUP_BLOCK = 3;
    /** System status lists. */
    public static final int GROUP_CPU = 4;
    /** Passwords. */
    public static final int GROUP_SECURITY = 5;

    private static final int HEAD = 0x000112;
    private static final int METHOD_FIRST = 0x11;
    private static final int METHOD_FOLLOWING = 0x12;
    private static final int ASKS = 0x40;
    private static final int ANSWERS = 0x80;

    private static final int FIRST_BYTES = 8;
    private static final int FOLLOWING_BYTES = 12;

    private static final int METHOD = S7Header.REQUEST_BYTES + 4;
    private static final int GROUP = S7Header.REQUEST_BYTES + 5;
    private static final int SUBFUNCTION = S7Header.REQUEST_BYTES + 6;
    private static final int SEQUENCE = S7Header.REQUEST_BYTES + 7;
    private static final int UNIT = S7Header.REQUEST_BYTES + 8;
    private static final int MORE = S7Header.REQUEST_BYTES + 9;
    private static final int ERROR = S7Header.REQUEST_BYTES + 10;

    /** Where the payload of a first request stands. */
    static final int FIRST_PAYLOAD = S7Header.REQUEST_BYTES + FIRST_BYTES + DataItem.HEADER_BYTES;
    /** Where the payload of an answer stands. */
    public static final int PAYLOAD = S7Header.REQUEST_BYTES + FOLLOWING_BYTES + DataItem.HEADER_BYTES;

    private UserData() {}

    /** Writes a question but for its payload; returns the size of the PDU. */
    static int writeFirst(ByteBuffer buffer, int pdu, int reference, int group, int subfunction, int payloadBytes) {
        S7Header.write(buffer, pdu, S7Header.USER_DATA, reference, FIRST_BYTES, DataItem.HEADER_BYTES + payloadBytes);
        head(buffer, pdu, METHOD_FIRST, ASKS | group, subfunction, 0);
        int code = payloadBytes == 0 ? ReturnCode.NOT_AVAILABLE : ReturnCode.OK;
        int transport = payloadBytes == 0 ? 0 : DataItem.OCTETS;
        DataItem.write(buffer, pdu + S7Header.REQUEST_BYTES + FIRST_BYTES, code, transport, payloadBytes);
        return FIRST_PAYLOAD + payloadBytes;
    }

    /** Writes the question for the next PDU of an answer; returns its own size. */
    public static int writeFollowing(
            ByteBuffer buffer, int pdu, int reference, int group, int subfunction, int sequence) {
        S7Header.write(buffer, pdu, S7Header.USER_DATA, reference, FOLLOWING_BYTES, DataItem.HEADER_BYTES);
        head(buffer, pdu, METHOD_FOLLOWING, ASKS | group, subfunction, sequence);
        buffer.putInt(pdu + UNIT, 0);
        DataItem.write(buffer, pdu + S7Header.REQUEST_BYTES + FOLLOWING_BYTES, ReturnCode.NOT_AVAILABLE, 0, 0);
        return PAYLOAD;
    }

    private static void head(ByteBuffer buffer, int pdu, int method, int group, int subfunction, int sequence) {
        int parameters = method == METHOD_FIRST ? FIRST_BYTES : FOLLOWING_BYTES;
        buffer.putInt(pdu + S7Header.REQUEST_BYTES, HEAD << 8 | (parameters - 4));
        buffer.put(pdu + METHOD, (byte) method);
        buffer.put(pdu + GROUP, (byte) group);
        buffer.put(pdu + SUBFUNCTION, (byte) subfunction);
        buffer.put(pdu + SEQUENCE, (byte) sequence);
    }

    /** The answer is user data of this group and function, with an error or with a payload that is all there. */
    public static void checkAnswer(ByteBuffer buffer, int pdu, int group, int subfunction)
            throws MalformedFrameException {
        if (S7Header.rosctr(buffer, pdu) != S7Header.USER_DATA
                || S7Header.parameterBytes(buffer, pdu) != FOLLOWING_BYTES
                || buffer.getInt(pdu + S7Header.REQUEST_BYTES) != (HEAD << 8 | FOLLOWING_BYTES - 4)) {
            throw new MalformedFrameException("no answer of user data", S7Header.REQUEST_BYTES);
        }
        int actual = buffer.get(pdu + GROUP) & 0xFF;
        if (actual != (ANSWERS | group) || (buffer.get(pdu + SUBFUNCTION) & 0xFF) != subfunction) {
            throw new MalformedFrameException(
                    "user data of group 0x" + Integer.toHexString(actual) + ", function "
                            + (buffer.get(pdu + SUBFUNCTION) & 0xFF) + " answers group " + group + ", function "
                            + subfunction,
                    GROUP);
        }
        int data = S7Header.data(buffer, pdu);
        DataItem.check(buffer, data, data + S7Header.dataBytes(buffer, pdu), data - pdu);
    }

    /** Why there is no payload, see {@link S7ErrorCode}; 0 if there is one. After {@link #checkAnswer}. */
    public static int error(ByteBuffer buffer, int pdu) {
        return Short.toUnsignedInt(buffer.getShort(pdu + ERROR));
    }

    /** What became of the question, see {@link ReturnCode}. After {@link #checkAnswer}. */
    public static int code(ByteBuffer buffer, int pdu) {
        return DataItem.code(buffer, S7Header.data(buffer, pdu));
    }

    /** Whether more PDUs belong to the answer. */
    public static boolean hasMore(ByteBuffer buffer, int pdu) {
        return buffer.get(pdu + MORE) != 0;
    }

    /** By which the next PDU of the answer is asked for. */
    public static int sequence(ByteBuffer buffer, int pdu) {
        return buffer.get(pdu + SEQUENCE) & 0xFF;
    }

    /** Size of the payload, which stands at {@link #PAYLOAD}. */
    public static int payloadBytes(ByteBuffer buffer, int pdu) {
        return DataItem.bytes(buffer, S7Header.data(buffer, pdu));
    }
}
