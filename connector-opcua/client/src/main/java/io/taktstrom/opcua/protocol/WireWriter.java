package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes OPC UA binary into an array that grows. Not thread-safe. */
public final class WireWriter {

    private byte[] bytes = new byte[64];
    private ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private int size;

    /** Begins again. */
    public WireWriter reset() {
        size = 0;
        view.clear();
        return this;
    }

    private int advance(int count) {
        int start = size;
        size = Math.addExact(start, count);
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
            view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        return start;
    }

    public WireWriter u8(int value) {
        int at = advance(1);
        view.put(at, (byte) value);
        return this;
    }

    public WireWriter i16(int value) {
        int at = advance(2);
        view.putShort(at, (short) value);
        return this;
    }

    public WireWriter i32(int value) {
        int at = advance(4);
        view.putInt(at, value);
        return this;
    }

    public WireWriter i64(long value) {
        int at = advance(8);
        view.putLong(at, value);
        return this;
    }

    public WireWriter bytes(byte[] value) {
        return bytes(value, 0, value.length);
    }

    public WireWriter bytes(byte[] source, int offset, int length) {
        int at = advance(length);
        view.put(at, source, offset, length);
        return this;
    }

    public WireWriter bytes(ByteBuffer source, int offset, int length) {
        int at = advance(length);
        view.put(at, source, offset, length);
        return this;
    }

    /** With its length before it. */
    public WireWriter string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return i32(utf8.length).bytes(utf8);
    }

    /** Overwrites four bytes, such as a length that is known only now. */
    public void setI32(int at, int value) {
        view.putInt(at, value);
    }

    public int size() {
        return size;
    }

    /** How much has room. */
    public int capacity() {
        return bytes.length;
    }

    /** What was written, little-endian; valid until more is written. */
    public ByteBuffer buffer() {
        return view.limit(size).position(0);
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }
}
