package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

/**
 * Which blocks a CPU has, and how long one is.
 *
 * <pre>
 *  list of a type   request: type (2 characters)                 answer: number (2), flags (1), language (1), ...
 *  block info       request: type (2), number (5 digits), 'A'    answer: 42 bytes or more, at 40 the length of the data
 * </pre>
 *
 * <p>Source: captures s7-connect-szl-blocks-download frames 30 and 31, s7-300-cpu315-everything frame 23; the answer to
 * block info as Wireshark dissects it.
 */
public final class BlockList {

    public static final int LIST_OF_TYPE = 2;
    public static final int INFO = 3;

    /** Size of one entry in a list. */
    public static final int ENTRY_BYTES = 4;
    /** An info shorter than this has no length of the data. */
    public static final int MIN_INFO_BYTES = 42;

    /** Type of data blocks: "0A". */
    private static final short DATA_BLOCK = 0x3041;

    /** The active file system: blocks that run, not those that are only loaded. */
    private static final byte ACTIVE = 'A';

    private static final int INFO_REQUEST_BYTES = 8;
    private static final int MC7_LENGTH = 40;

    private BlockList() {}

    /** Asks which data blocks there are; returns the size of the PDU. */
    public static int writeDataBlocks(ByteBuffer buffer, int pdu, int reference) {
        int bytes = UserData.writeFirst(buffer, pdu, reference, UserData.GROUP_BLOCK, LIST_OF_TYPE, 2);
        buffer.putShort(pdu + UserData.FIRST_PAYLOAD, DATA_BLOCK);
        return bytes;
    }

    /** Asks about one data block; returns the size of the PDU. */
    public static int writeInfo(ByteBuffer buffer, int pdu, int reference, int db) {
        int bytes = UserData.writeFirst(buffer, pdu, reference, UserData.GROUP_BLOCK, INFO, INFO_REQUEST_BYTES);
        int at = pdu + UserData.FIRST_PAYLOAD;
        buffer.putShort(at, DATA_BLOCK);
        int rest = db;
        for (int digit = 4; digit >= 0; digit--) {
            buffer.put(at + 2 + digit, (byte) ('0' + rest % 10));
            rest /= 10;
        }
        buffer.put(at + 7, ACTIVE);
        return bytes;
    }

    /** Number of an entry's block. */
    public static int number(ByteBuffer list, int entry) {
        return Short.toUnsignedInt(list.getShort(entry * ENTRY_BYTES));
    }

    /** Bytes of data in a block, from an info of at least {@link #MIN_INFO_BYTES}. */
    public static int dataBytes(ByteBuffer info) {
        return Short.toUnsignedInt(info.getShort(MC7_LENGTH));
    }
}
