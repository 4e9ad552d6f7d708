package io.taktstrom.ads.simulator.table;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;

/** Grows while entries of symbol and data type tables are written, little-endian. */
public final class TableWriter {

    /** What TwinCAT writes names and comments in. */
    public static final Charset CHARSET = Charset.forName("windows-1252");

    /** TwinCAT pads top-level entries to a multiple of this (captured tables; members are not padded). */
    private static final int ENTRY_STEP = 8;

    private ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    public int size() {
        return buffer.position();
    }

    public TableWriter int8(int value) {
        return integer(value, 1);
    }

    public TableWriter int16(int value) {
        return integer(value, 2);
    }

    public TableWriter int32(int value) {
        return integer(value, 4);
    }

    /** An integer of 1 to 8 bytes. */
    public TableWriter integer(long value, int bytes) {
        ByteBuffer into = room(bytes);
        for (int i = 0; i < bytes; i++) {
            into.put((byte) (value >>> (8 * i)));
        }
        return this;
    }

    /** Text and a zero byte. */
    public TableWriter text(String text) {
        byte[] bytes = encoded(text);
        room(bytes.length + 1).put(bytes).put((byte) 0);
        return this;
    }

    static byte[] encoded(String text) {
        return text.getBytes(CHARSET);
    }

    /** Number of characters of a text, without its zero. */
    public TableWriter length(String text) {
        return int16(encoded(text).length);
    }

    /** A GUID in Windows layout: the first three groups little-endian. */
    public TableWriter guid(UUID guid) {
        long high = guid.getMostSignificantBits();
        int32((int) (high >>> 32)).int16((int) (high >>> 16)).int16((int) high);
        return integer(Long.reverseBytes(guid.getLeastSignificantBits()), 8);
    }

    /** Count, then each name's and value's length in a byte, the name, the value. */
    public TableWriter attributes(Map<String, String> attributes) {
        int16(attributes.size());
        attributes.forEach((name, value) -> int8(encoded(name).length)
                .int8(encoded(value).length)
                .text(name)
                .text(value));
        return this;
    }

    public TableWriter bytes(byte[] bytes) {
        room(bytes.length).put(bytes);
        return this;
    }

    /** Ends an entry that starts at {@code start} with its own length: pads it and fills in the length. */
    public void endEntry(int start, boolean padded) {
        while (padded && (size() - start) % ENTRY_STEP != 0) {
            int8(0);
        }
        buffer.putInt(start, size() - start);
    }

    public byte[] toBytes() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int size = Math.max(2 * buffer.capacity(), Math.addExact(buffer.position(), bytes));
            buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN).put(buffer.flip());
        }
        return buffer;
    }
}
