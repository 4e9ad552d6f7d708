package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

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
}
