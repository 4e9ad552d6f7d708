package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Agrees on the size of PDUs and on how many requests may be on their way at once. First request on a connection.
 *
 * <pre>
 *  request, at 10; answer, at 12
 *  +------+---+---------------+---------------+-----------+
 *  | 0xF0 | 0 | jobs calling  | jobs called   | PDU bytes |
 *  +------+---+---------------+---------------+-----------+
 *    1      1   2               2               2
 * </pre>
 *
 * <p>Source: captures s7-1200-cpu1212-multiread19 frames 1 and 2 (8/8 jobs and 1008 bytes asked, 3/3 and 240 granted),
 * s7-300-wincc-multiread-write frames 1 and 2 (1/3 asked, 1/2 granted).
 */
public final class SetupCommunication {

    public static final int REQUEST_BYTES = S7Header.REQUEST_BYTES + 8;

    /** A read of one byte needs 26 bytes; no CPU grants so little, and nothing could be planned with it. */
    static final int MIN_PDU_BYTES = 64;

    private static final int PARAMETER_BYTES = 8;
    private static final int CALLING = 2;
    private static final int CALLED = 4;
    private static final int PDU_BYTES = 6;

    private SetupCommunication() {}

    public static void writeRequest(ByteBuffer buffer, int pdu, int reference, int jobs, int pduBytes) {
        S7Header.write(buffer, pdu, S7Header.JOB, reference, PARAMETER_BYTES, 0);
        writeParameters(buffer, pdu + S7Header.REQUEST_BYTES, jobs, pduBytes);
    }

    public static void writeAnswer(ByteBuffer buffer, int pdu, int reference, int jobs, int pduBytes) {
        S7Header.writeAnswer(buffer, pdu, S7Header.ACK_DATA, reference, PARAMETER_BYTES, 0, S7ErrorCode.NONE);
        writeParameters(buffer, pdu + S7Header.ANSWER_BYTES, jobs, pduBytes);
    }

    private static void writeParameters(ByteBuffer buffer, int at, int jobs, int pduBytes) {
        buffer.putShort(at, (short) (S7Function.SETUP_COMMUNICATION << 8));
        buffer.putShort(at + CALLING, (short) jobs);
        buffer.putShort(at + CALLED, (short) jobs);
        buffer.putShort(at + PDU_BYTES, (short) pduBytes);
    }

    /** Checks an answer without an error. */
    public static void checkAnswer(ByteBuffer buffer, int pdu) throws MalformedFrameException {
        S7Function.checkAnswer(buffer, pdu, S7Function.SETUP_COMMUNICATION, PARAMETER_BYTES);
        if (jobs(buffer, pdu) < 1) {
            throw new MalformedFrameException("the peer grants no requests at all", S7Header.ANSWER_BYTES + CALLING);
        }
        if (pduBytes(buffer, pdu) < MIN_PDU_BYTES) {
            throw new MalformedFrameException(
                    "the peer grants PDUs of " + pduBytes(buffer, pdu) + " bytes", S7Header.ANSWER_BYTES + PDU_BYTES);
        }
    }

    /** How many requests may be on their way at once: the smaller of the two numbers. */
    public static int jobs(ByteBuffer buffer, int pdu) {
        int at = S7Header.parameters(buffer, pdu);
        return Math.min(
                Short.toUnsignedInt(buffer.getShort(at + CALLING)), Short.toUnsignedInt(buffer.getShort(at + CALLED)));
    }

    /** The largest PDU, header included, in both directions. */
    public static int pduBytes(ByteBuffer buffer, int pdu) {
        return Short.toUnsignedInt(buffer.getShort(S7Header.parameters(buffer, pdu) + PDU_BYTES));
    }
}
