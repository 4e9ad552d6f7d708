package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * What every PDU begins with.
 *
 * <pre>
 *  0       1        2          4           6             8             10      11      12
 *  +-------+--------+----------+-----------+-------------+-------------+-------+-------+
 *  | 0x32  | ROSCTR | 0        | reference | parameter   | data        | error | error |
 *  |       |        |          |           | bytes       | bytes       | class | code  |
 *  +-------+--------+----------+-----------+-------------+-------------+-------+-------+
 *                               of the request, and of its answer       answers only
 * </pre>
 *
 * <p>Source: captures s7-300-connect-setup-read-write frames 7 to 10, s7-300-cpu315-everything frame 44.
 */
public final class S7Header {

    /** A request. */
    public static final int JOB = 1;
    /** An answer without data: the request as a whole was refused. */
    public static final int ACK = 2;
    /** An answer with data. */
    public static final int ACK_DATA = 3;
    /** Requests, answers and news of the system: identification, lists, clock. */
    public static final int USER_DATA = 7;

    /** Header of a request and of user data. */
    public static final int REQUEST_BYTES = 10;
    /** Header of an answer to a request. */
    public static final int ANSWER_BYTES = 12;

    private static final int PROTOCOL = 0;
    private static final int ROSCTR = 1;
    private static final int RESERVED = 2;
    private static final int REFERENCE = 4;
    private static final int PARAMETER_LENGTH = 6;
    private static final int DATA_LENGTH = 8;
    private static final int ERROR = 10;

    private static final byte S7COMM = 0x32;
    private static final byte S7COMM_PLUS = 0x72;

    private S7Header() {}

    /** Writes the header of a request or of user data. */
    public static void write(ByteBuffer buffer, int pdu, int rosctr, int reference, int parameterBytes, int dataBytes) {
        buffer.put(pdu + PROTOCOL, S7COMM);
        buffer.put(pdu + ROSCTR, (byte) rosctr);
        buffer.putShort(pdu + RESERVED, (short) 0);
        buffer.putShort(pdu + REFERENCE, (short) reference);
        buffer.putShort(pdu + PARAMETER_LENGTH, (short) parameterBytes);
        buffer.putShort(pdu + DATA_LENGTH, (short) dataBytes);
    }

    /** Writes the header of an answer. */
    public static void writeAnswer(
            ByteBuffer buffer, int pdu, int rosctr, int reference, int parameterBytes, int dataBytes, int error) {
        write(buffer, pdu, rosctr, reference, parameterBytes, dataBytes);
        buffer.putShort(pdu + ERROR, (short) error);
    }

    /** Changes the reference of a PDU that is written already. */
    public static void setReference(ByteBuffer buffer, int pdu, int reference) {
        buffer.putShort(pdu + REFERENCE, (short) reference);
    }

    /** The PDU is S7comm, of a known kind, and exactly as long as it says. */
    public static void check(ByteBuffer buffer, int pdu, int bytes) throws MalformedFrameException {
        if (bytes < REQUEST_BYTES) {
            throw new MalformedFrameException(
                    "S7 PDU of " + bytes + " bytes, needs at least " + REQUEST_BYTES, PROTOCOL);
        }
        byte protocol = buffer.get(pdu + PROTOCOL);
        if (protocol != S7COMM) {
            throw new MalformedFrameException(
                    "protocol id 0x" + Integer.toHexString(protocol & 0xFF) + " instead of 0x32"
                            + (protocol == S7COMM_PLUS ? "; this is S7CommPlus" : "; no S7 device?"),
                    PROTOCOL);
        }
        int rosctr = rosctr(buffer, pdu);
        if (rosctr != JOB && rosctr != ACK && rosctr != ACK_DATA && rosctr != USER_DATA) {
            throw new MalformedFrameException("S7 PDU of unknown kind " + rosctr, ROSCTR);
        }
        int stated = headerBytes(rosctr) + parameterBytes(buffer, pdu) + dataBytes(buffer, pdu);
        if (stated != bytes) {
            throw new MalformedFrameException(
                    "S7 PDU of " + bytes + " bytes says that it has " + stated, PARAMETER_LENGTH);
        }
    }

    private static int headerBytes(int rosctr) {
        return rosctr == ACK || rosctr == ACK_DATA ? ANSWER_BYTES : REQUEST_BYTES;
    }

    public static int rosctr(ByteBuffer buffer, int pdu) {
        return buffer.get(pdu + ROSCTR) & 0xFF;
    }

    /** Which request the PDU belongs to, 0 to 65535. */
    public static int reference(ByteBuffer buffer, int pdu) {
        return Short.toUnsignedInt(buffer.getShort(pdu + REFERENCE));
    }

    public static int parameterBytes(ByteBuffer buffer, int pdu) {
        return Short.toUnsignedInt(buffer.getShort(pdu + PARAMETER_LENGTH));
    }

    public static int dataBytes(ByteBuffer buffer, int pdu) {
        return Short.toUnsignedInt(buffer.getShort(pdu + DATA_LENGTH));
    }

    /** Position of the parameters. */
    public static int parameters(ByteBuffer buffer, int pdu) {
        return pdu + headerBytes(rosctr(buffer, pdu));
    }

    /** Position of the data. */
    public static int data(ByteBuffer buffer, int pdu) {
        return parameters(buffer, pdu) + parameterBytes(buffer, pdu);
    }

    /** Error class and code of an answer as one number, see {@link S7ErrorCode}; 0 for none, and for what is no answer. */
    public static int error(ByteBuffer buffer, int pdu) {
        return headerBytes(rosctr(buffer, pdu)) == ANSWER_BYTES ? Short.toUnsignedInt(buffer.getShort(pdu + ERROR)) : 0;
    }
}
