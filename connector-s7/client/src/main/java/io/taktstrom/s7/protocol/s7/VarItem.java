package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

/**
 * One variable in a request: an address in the form that Wireshark calls S7ANY.
 *
 * <pre>
 *  0      1      2      3           4         6         8      9
 *  +------+------+------+-----------+---------+---------+------+----------------+
 *  | 0x12 | 10   | 0x10 | transport | count   | DB      | area | address        |
 *  |      |      |      | size      |         | number  |      | 3 bytes        |
 *  +------+------+------+-----------+---------+---------+------+----------------+
 *                                                               8 * byte + bit; timers and counters: number
 * </pre>
 *
 * <p>Source: capture s7-300-wincc-multiread-write frame 6.
 */
public final class VarItem {

    public static final int BYTES = 12;

    /** Transport size of single bits. */
    public static final int BIT = 0x01;
    /** Transport size of bytes, which fits whatever is no bit, timer or counter. */
    public static final int BYTE = 0x02;
    /** Transport size of counters. */
    public static final int COUNTER = 0x1C;
    /** Transport size of timers. */
    public static final int TIMER = 0x1D;

    /** The highest bit address. */
    public static final int MAX_ADDRESS = 0xFF_FFFF;

    private static final int SPECIFICATION = 0;
    private static final int SYNTAX = 2;
    private static final int TRANSPORT = 3;
    private static final int COUNT = 4;
    private static final int DB = 6;
    private static final int AREA = 8;
    private static final int ADDRESS = 9;

    private static final short VARIABLE_OF_10_BYTES = 0x120A;
    private static final byte S7ANY = 0x10;

    private VarItem() {}

    /**
     * Writes an item.
     *
     * @param transport {@link #BIT}, {@link #BYTE}, {@link #TIMER} or {@link #COUNTER}
     * @param count in the units of the transport size
     * @param address {@code 8 * byte + bit}, or the number of a timer or counter; at most {@link #MAX_ADDRESS}
     */
    public static void write(ByteBuffer buffer, int at, int transport, int count, int db, int area, int address) {
        buffer.putShort(at + SPECIFICATION, VARIABLE_OF_10_BYTES);
        buffer.put(at + SYNTAX, S7ANY);
        buffer.put(at + TRANSPORT, (byte) transport);
        buffer.putShort(at + COUNT, (short) count);
        buffer.putShort(at + DB, (short) db);
        buffer.put(at + AREA, (byte) area);
        buffer.put(at + ADDRESS, (byte) (address >>> 16));
        buffer.putShort(at + ADDRESS + 1, (short) address);
    }

    /** Whether the item is of the one form that {@link #write} writes. */
    public static boolean isAny(ByteBuffer buffer, int at) {
        return buffer.getShort(at + SPECIFICATION) == VARIABLE_OF_10_BYTES && buffer.get(at + SYNTAX) == S7ANY;
    }

    public static int transport(ByteBuffer buffer, int at) {
        return buffer.get(at + TRANSPORT) & 0xFF;
    }

    public static int count(ByteBuffer buffer, int at) {
        return Short.toUnsignedInt(buffer.getShort(at + COUNT));
    }

    public static int db(ByteBuffer buffer, int at) {
        return Short.toUnsignedInt(buffer.getShort(at + DB));
    }

    public static int area(ByteBuffer buffer, int at) {
        return buffer.get(at + AREA) & 0xFF;
    }

    public static int address(ByteBuffer buffer, int at) {
        return (buffer.get(at + ADDRESS) & 0xFF) << 16 | Short.toUnsignedInt(buffer.getShort(at + ADDRESS + 1));
    }
}
