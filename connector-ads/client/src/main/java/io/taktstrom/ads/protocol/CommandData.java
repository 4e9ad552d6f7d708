package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * The data of the commands behind the header (InfoSys "ADS Read", "ADS Write", "ADS Write Control", "ADS Read Write"). The
 * data of command 6 is an item of {@link SumCommand}, that of command 7 a handle; commands 1 and 4 have none.
 *
 * <pre>
 *                         38            42             46             50             54
 *                        +-------------+--------------+-------------+
 *  2 read                | index group | index offset | length      |
 *                        +-------------+--------------+-------------+------ - -
 *  3 write               | index group | index offset | length      | length bytes
 *                        +-----------+-+------+-------+-------------+------ - -
 *  5 write control       | ADS state | device | length              | length bytes
 *                        +-----------+-+------+-------+-------------+--------------+------ - -
 *  9 read write          | index group | index offset | read length | write length | write length bytes
 *                        +--------+----+---+----------+-------------+--------------+------ - -
 *  response of 2 and 9   | result | length | length bytes
 *                        +--------+--------+- - -
 *  response of others    | result |
 *                        +--------+
 * </pre>
 */
public final class CommandData {

    /** Size of a response to 2 or 9 before the bytes read. */
    public static final int RESPONSE_BYTES = 8;
    /** Where in a response frame the bytes read start. */
    public static final int READ_DATA = AmsHeader.BYTES + RESPONSE_BYTES;
    /** Where in a request frame of command 3 the bytes to write start. */
    public static final int WRITE_DATA = AmsHeader.BYTES + 12;
    /** Where in a request frame of command 9 the bytes to write start. */
    public static final int READ_WRITE_DATA = AmsHeader.BYTES + 16;

    static final int READ_LENGTH = AmsHeader.BYTES + 4;

    private static final int FIRST = AmsHeader.BYTES;

    private CommandData() {}

    /** Size of a request's data before the bytes to write. */
    public static int requestBytes(int command) {
        return switch (command) {
            case AdsCommand.READ, AdsCommand.WRITE -> 12;
            case AdsCommand.WRITE_CONTROL -> 8;
            case AdsCommand.READ_WRITE -> 16;
            default -> 0;
        };
    }

    /**
     * Writes a request's data before the bytes to write.
     *
     * @param first index group, or ADS state
     * @param second index offset, or device state
     */
    public static void writeRequest(
            ByteBuffer buffer, int frame, int command, int first, int second, int readLength, int writeLength) {
        int at = frame + FIRST;
        switch (command) {
            case AdsCommand.READ ->
                buffer.putInt(at, first).putInt(at + 4, second).putInt(at + 8, readLength);
            case AdsCommand.WRITE ->
                buffer.putInt(at, first).putInt(at + 4, second).putInt(at + 8, writeLength);
            case AdsCommand.WRITE_CONTROL ->
                buffer.putShort(at, (short) first)
                        .putShort(at + 2, (short) second)
                        .putInt(at + 4, writeLength);
            case AdsCommand.READ_WRITE ->
                buffer.putInt(at, first)
                        .putInt(at + 4, second)
                        .putInt(at + 8, readLength)
                        .putInt(at + 12, writeLength);
            default -> {
                // All data comes from the caller.
            }
        }
    }

    /**
     * The result of a response to command 2 or 9; if it is 0, {@link #dataLength} bytes follow at {@link #READ_DATA}. That can
     * be fewer or more than were asked for.
     */
    public static int checkRead(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.sizeAtLeast(buffer, frame, Integer.BYTES);
        int result = buffer.getInt(frame + AmsHeader.BYTES);
        if (result == AdsErrorCode.NO_ERROR) {
            Check.sizeAtLeast(buffer, frame, RESPONSE_BYTES);
            Check.size(buffer, frame, RESPONSE_BYTES + Check.unsigned(buffer, frame + READ_LENGTH));
        }
        return result;
    }

    /** Size of the bytes read. */
    public static int dataLength(ByteBuffer buffer, int frame) {
        return buffer.getInt(frame + READ_LENGTH);
    }
}
