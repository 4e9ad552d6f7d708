package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

/**
 * Command 9: writes bytes and reads bytes in one go (InfoSys "ADS Read Write"). Names become handles and all sum
 * commands travel this way.
 *
 * <pre>
 *  request:  38            42             46            50             54
 *           +-------------+--------------+-------------+--------------+------------------ - -
 *           | index group | index offset | read length | write length | write length bytes
 *           +-------------+--------------+-------------+--------------+------------------ - -
 *  response: as that of ReadCommand
 * </pre>
 */
public final class ReadWriteCommand {

    /** Size of a request before the bytes to write. */
    public static final int REQUEST_BYTES = 16;
    /** Where in a request frame the bytes to write start. */
    public static final int WRITE_DATA = AmsHeader.BYTES + REQUEST_BYTES;
    /** Where in a response frame the bytes read start. */
    public static final int READ_DATA = ReadCommand.DATA;

    private static final int GROUP = AmsHeader.BYTES;
    private static final int OFFSET = AmsHeader.BYTES + 4;
    private static final int READ_LENGTH = AmsHeader.BYTES + 8;
    private static final int WRITE_LENGTH = AmsHeader.BYTES + 12;

    private ReadWriteCommand() {}

    /** Writes what stands before the bytes to write. */
    public static void writeRequest(
            ByteBuffer buffer, int frame, int indexGroup, int indexOffset, int readLength, int writeLength) {
        buffer.putInt(frame + GROUP, indexGroup);
        buffer.putInt(frame + OFFSET, indexOffset);
        buffer.putInt(frame + READ_LENGTH, readLength);
        buffer.putInt(frame + WRITE_LENGTH, writeLength);
    }
}
