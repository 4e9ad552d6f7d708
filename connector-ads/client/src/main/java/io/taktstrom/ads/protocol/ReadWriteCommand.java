package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

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
    /** Size of a response before the bytes read. */
    public static final int RESPONSE_BYTES = ReadCommand.RESPONSE_BYTES;
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

    /** The request has the size that its write length says. */
    public static void checkRequest(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.sizeAtLeast(buffer, frame, REQUEST_BYTES);
        Check.size(buffer, frame, REQUEST_BYTES + Check.unsigned(buffer, frame + WRITE_LENGTH));
    }

    public static int indexGroup(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + GROUP);
    }

    public static int indexOffset(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + OFFSET);
    }

    /** How many bytes the client wants at most, unsigned. */
    public static int readLength(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + READ_LENGTH);
    }

    /** Number of bytes at {@link #WRITE_DATA}. */
    public static int writeLength(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + WRITE_LENGTH);
    }

    /** Writes what stands before the bytes read. */
    public static void writeResponse(ByteBuffer buffer, int frame, int result, int length) {
        ReadCommand.writeResponse(buffer, frame, result, length);
    }

    /** Returns the result; if it is 0, {@link #dataLength} bytes stand at {@link #READ_DATA}. */
    public static int checkResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        return Check.lengthPrefixedResponse(buffer, frame);
    }

    public static int dataLength(ByteBuffer buffer, int frame) {
        return ReadCommand.dataLength(buffer, frame);
    }
}
