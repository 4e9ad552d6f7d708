package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * The bytes of one variable, in the answer to a read and in the request of a write.
 *
 * <pre>
 *  0        1           2         4
 *  +--------+-----------+---------+---------------------- - - +------+
 *  | return | transport | length  | bytes                     | 0    |
 *  | code   | size      |         |                           |      |
 *  +--------+-----------+---------+---------------------- - - +------+
 *            3: bit      in bits                               if the length is odd and another item follows
 *            4, 5: bytes in bits
 *            6, 7, 9     in bytes
 * </pre>
 *
 * <p>An item with an error has no bytes, whatever its length says: a real CPU says 0 (capture s7-300-readvar-item-error
 * frame 2), a snap7 server 4.
 */
public final class DataItem {

    public static final int HEADER_BYTES = 4;

    /** One bit per byte, length in bits. */
    public static final int BIT = 0x03;
    /** Bytes, length in bits. */
    public static final int BYTE = 0x04;
    /** Whole numbers, length in bits. */
    public static final int INTEGER = 0x05;
    /** Timers, counters and texts, length in bytes. */
    public static final int OCTETS = 0x09;

    private static final int CODE = 0;
    private static final int TRANSPORT = 1;
    private static final int LENGTH = 2;

    private DataItem() {}

    /** Writes what stands before the bytes; the length is in bytes, for {@link #BIT} in bits, one byte each. */
    public static void write(ByteBuffer buffer, int at, int code, int transport, int length) {
        buffer.put(at + CODE, (byte) code);
        buffer.put(at + TRANSPORT, (byte) transport);
        boolean bits = transport == BYTE || transport == INTEGER;
        buffer.putShort(at + LENGTH, (short) (bits ? 8 * length : length));
    }

    /** Bytes with those that fill up to an even number. */
    public static int padded(int bytes) {
        return bytes + (bytes & 1);
    }

    /**
     * Checks that an item of an answer is all there.
     *
     * @param end where the data of the PDU ends
     * @param offset of the item in its PDU, for the message
     * @return number of its bytes; 0 when it has an error
     */
    static int check(ByteBuffer buffer, int at, int end, int offset) throws MalformedFrameException {
        if (end - at < HEADER_BYTES) {
            throw new MalformedFrameException((end - at) + " bytes are left for an item", offset);
        }
        int bytes = bytes(buffer, at);
        if (bytes > end - at - HEADER_BYTES) {
            throw new MalformedFrameException(
                    "an item of " + bytes + " bytes where " + (end - at - HEADER_BYTES) + " are left", offset + LENGTH);
        }
        return bytes;
    }

    /** Number of the item's bytes, as it says itself; 0 when it has an error. */
    public static int bytes(ByteBuffer buffer, int at) {
        if (code(buffer, at) != ReturnCode.OK) {
            return 0;
        }
        int length = Short.toUnsignedInt(buffer.getShort(at + LENGTH));
        int transport = buffer.get(at + TRANSPORT) & 0xFF;
        return transport == BYTE || transport == INTEGER ? (length + 7) >>> 3 : length;
    }

    /** What became of the item, see {@link ReturnCode}. */
    public static int code(ByteBuffer buffer, int at) {
        return buffer.get(at + CODE) & 0xFF;
    }
}
