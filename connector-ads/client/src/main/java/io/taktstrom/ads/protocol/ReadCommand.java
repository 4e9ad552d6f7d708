package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Command 2: reads bytes (InfoSys "ADS Read").
 *
 * <pre>
 *  request:  38            42             46       50
 *           +-------------+--------------+--------+
 *           | index group | index offset | length |
 *           +-------------+--------------+--------+
 *  response: 38       42       46
 *           +--------+--------+------------------ - -
 *           | result | length | length bytes
 *           +--------+--------+------------------ - -
 * </pre>
 */
public final class ReadCommand {

    public static final int REQUEST_BYTES = 12;
    /** Size of a response before the bytes read. */
    public static final int RESPONSE_BYTES = 8;
    /** Where in a response frame the bytes read start. */
    public static final int DATA = AmsHeader.BYTES + RESPONSE_BYTES;

    static final int DATA_LENGTH = AmsHeader.BYTES + 4;

    private static final int GROUP = AmsHeader.BYTES;
    private static final int OFFSET = AmsHeader.BYTES + 4;
    private static final int LENGTH = AmsHeader.BYTES + 8;

    private ReadCommand() {}

    /** Writes the data of a request. */
    public static void writeRequest(ByteBuffer buffer, int frame, int indexGroup, int indexOffset, int length) {
        buffer.putInt(frame + GROUP, indexGroup);
        buffer.putInt(frame + OFFSET, indexOffset);
        buffer.putInt(frame + LENGTH, length);
    }

    /**
     * Returns the result; if it is 0, {@link #dataLength} bytes stand at {@link #DATA}. That can be fewer or more than
     * were asked for.
     */
    public static int checkResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        return Check.lengthPrefixedResponse(buffer, frame);
    }

    public static int dataLength(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + DATA_LENGTH);
    }
}
