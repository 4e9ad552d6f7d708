package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/** The functions of requests: the first byte of the parameters, in the request and in its answer. */
public final class S7Function {

    public static final int READ_VAR = 0x04;
    public static final int WRITE_VAR = 0x05;
    public static final int SETUP_COMMUNICATION = 0xF0;

    private S7Function() {}

    /** Of a PDU that has parameters; 0 for one that has none. */
    public static int of(ByteBuffer buffer, int pdu) {
        return S7Header.parameterBytes(buffer, pdu) == 0 ? 0 : buffer.get(S7Header.parameters(buffer, pdu)) & 0xFF;
    }

    /** The answer is one with data, to this function, and its parameters have this size. */
    static void checkAnswer(ByteBuffer buffer, int pdu, int function, int parameterBytes)
            throws MalformedFrameException {
        int offset = S7Header.ANSWER_BYTES;
        if (S7Header.rosctr(buffer, pdu) != S7Header.ACK_DATA || of(buffer, pdu) != function) {
            throw new MalformedFrameException(
                    "an answer of kind " + S7Header.rosctr(buffer, pdu) + " to function 0x"
                            + Integer.toHexString(of(buffer, pdu)) + " where function 0x"
                            + Integer.toHexString(function) + " was asked",
                    offset);
        }
        if (S7Header.parameterBytes(buffer, pdu) != parameterBytes) {
            throw new MalformedFrameException(
                    S7Header.parameterBytes(buffer, pdu) + " bytes of parameters instead of " + parameterBytes
                            + " in the answer to function 0x" + Integer.toHexString(function),
                    offset);
        }
    }
}
