package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Command 3: writes bytes (InfoSys "ADS Write").
 *
 * <pre>
 *  request:  38            42             46       50
 *           +-------------+--------------+--------+------------------ - -
 *           | index group | index offset | length | length bytes
 *           +-------------+--------------+--------+------------------ - -
 *  response: 38       42
 *           +--------+
 *           | result |
 *           +--------+
 * </pre>
 */
public final class WriteCommand {

    /** Size of a request before the bytes to write. */
    public static final int REQUEST_BYTES = 12;
    /** Where in a request frame the bytes to write start. */
    public static final int DATA = AmsHeader.BYTES + REQUEST_BYTES;

    public static final int RESPONSE_BYTES = 4;

    private static final int GROUP = AmsHeader.BYTES;
    private static final int OFFSET = AmsHeader.BYTES + 4;
    private static final int LENGTH = AmsHeader.BYTES + 8;

    private WriteCommand() {}

    /** Writes what stands before the bytes to write. */
    public static void writeRequest(ByteBuffer buffer, int frame, int indexGroup, int indexOffset, int length) {
        buffer.putInt(frame + GROUP, indexGroup);
        buffer.putInt(frame + OFFSET, indexOffset);
        buffer.putInt(frame + LENGTH, length);
    }

    /** The request has the size that its length says. */
    public static void checkRequest(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.sizeAtLeast(buffer, frame, REQUEST_BYTES);
        Check.size(buffer, frame, REQUEST_BYTES + Check.unsigned(buffer, frame + LENGTH));
    }

    public static int indexGroup(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + GROUP);
    }

    public static int indexOffset(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + OFFSET);
    }

    /** Number of bytes at {@link #DATA}. */
    public static int dataLength(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + LENGTH);
    }

    /** Writes the data of a response. */
    public static void writeResponse(ByteBuffer buffer, int frame, int result) {
        buffer.putInt(frame + AmsHeader.BYTES, result);
    }

    /** Returns the result. */
    public static int checkResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        return Check.response(buffer, frame, RESPONSE_BYTES);
    }
}
