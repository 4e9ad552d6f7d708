package io.taktstrom.sinks.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import tools.jackson.core.io.NumberOutput;

/**
 * UTF-8 text being gathered, or the bytes of a binary format. Reused for ever, and hot: allocates only while it grows. One
 * thread.
 */
public final class TextBuffer {

    /** More than any 64-bit number takes. */
    private static final int LONGEST_NUMBER = 24;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    // Types of Protocol Buffers' wire format.
    public static final int VARINT = 0;
    public static final int EIGHT_BYTES = 1;
    public static final int LENGTH = 2;
    public static final int FOUR_BYTES = 5;

    private byte[] bytes = new byte[4096];
    private int size;
    /** Of {@link #bytes}, or of those before they grew. */
    private ByteBuffer view = ByteBuffer.wrap(bytes);

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    byte byteAt(int i) {
        return bytes[i];
    }

    /** One byte as it is. */
    public void put(int oneByte) {
        reserve(1);
        bytes[size++] = (byte) oneByte;
    }

    /** ASCII only; anything else comes out wrong. */
    public void ascii(String text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[size + i] = (byte) text.charAt(i);
        }
        size += length;
    }

    /** Bytes as they are. */
    public void bytes(byte[] source) {
        reserve(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    public void bytes(TextBuffer other) {
        reserve(other.size);
        System.arraycopy(other.bytes, 0, bytes, size, other.size);
        size += other.size;
    }

    /** What stands from here on, so many times more. */
    void repeat(int from, int times) {
        int more = Math.multiplyExact(size - from, times);
        reserve(more);
        for (int end = size + more; size < end; ) {
            int length = Math.min(size - from, end - size);
            System.arraycopy(bytes, from, bytes, size, length);
            size += length;
        }
    }

    /** A copy of a part. */
    public byte[] toBytes(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** A copy. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** Seven bits in each byte, the lowest first, as Protocol Buffers have it. */
    public void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            put((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        put((int) rest);
    }

    /** What stands before a field of Protocol Buffers. */
    public void tag(int field, int type) {
        varint((long) field << 3 | type);
    }

    /** The same for numbers that may be negative: 0, -1, 1, -2 as 0, 1, 2, 3. Avro's int and long, sint64 elsewhere. */
    void zigzag(long value) {
        varint((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    public void littleEndian(long value, int length) {
        for (int i = 0; i < length; i++) {
            put((int) (value >>> (8 * i)));
        }
    }

    /** In digits. */
    public void number(long value) {
        reserve(LONGEST_NUMBER);
        size = NumberOutput.outputLong(value, bytes, size);
    }

    void unsigned(long value) {
        if (value >= 0) {
            number(value);
        } else {
            long tens = Long.divideUnsigned(value, 10);
            number(tens);
            put((int) ('0' + value - 10 * tens));
        }
    }

    /** {@code m / 10^scale}, with a digit before the point and one behind it at least; neither is negative. */
    void decimal(long m, int scale) {
        if (scale == 0) {
            number(m);
            ascii(".0");
            return;
        }
        int whole = Math.max(1, Digits.count(m) - scale);
        int end = size + whole + 1 + scale;
        reserve(whole + 1 + scale);
        Digits.write(m, bytes, size + 1, end);
        for (int i = size; i < size + whole; i++) {
            bytes[i] = bytes[i + 1];
        }
        bytes[size + whole] = '.';
        size = end;
    }

    /** A code point as UTF-8; half a surrogate pair becomes U+FFFD. */
    void codePoint(int codePoint) {
        if (codePoint < 0x80) {
            put(codePoint);
        } else if (codePoint < 0x800) {
            put(0xC0 | (codePoint >> 6));
            put(0x80 | (codePoint & 0x3F));
        } else if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            codePoint(0xFFFD);
        } else if (codePoint < 0x1_0000) {
            put(0xE0 | (codePoint >> 12));
            put(0x80 | ((codePoint >> 6) & 0x3F));
            put(0x80 | (codePoint & 0x3F));
        } else {
            put(0xF0 | (codePoint >> 18));
            put(0x80 | ((codePoint >> 12) & 0x3F));
            put(0x80 | ((codePoint >> 6) & 0x3F));
            put(0x80 | (codePoint & 0x3F));
        }
    }

    public void utf8(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            int codePoint = Character.codePointAt(text, i);
            i += Character.charCount(codePoint) - 1;
            codePoint(codePoint);
        }
    }

    /** UTF-8 that a device sent, as it is; bytes that are no UTF-8 become U+FFFD. */
    void utf8(ByteBuffer source, int offset, int length) {
        Utf8.copy(source, offset, length, this, false);
    }

    /** The same as a JSON string with its quotes. */
    void jsonString(ByteBuffer source, int offset, int length) {
        put('"');
        Utf8.copy(source, offset, length, this, true);
        put('"');
    }

    /** A JSON string with its quotes. What a terminal would obey is escaped, not only what JSON demands. */
    void jsonString(CharSequence text) {
        put('"');
        for (int i = 0; i < text.length(); i++) {
            int codePoint = Character.codePointAt(text, i);
            i += Character.charCount(codePoint) - 1;
            jsonCharacter(codePoint);
        }
        put('"');
    }

    void jsonCharacter(int codePoint) {
        if (codePoint == '"' || codePoint == '\\') {
            put('\\');
            put(codePoint);
        } else if (Unprintable.is(codePoint)) {
            ascii("\\u");
            put(HEX[codePoint >> 12]);
            put(HEX[codePoint >> 8 & 0xF]);
            put(HEX[codePoint >> 4 & 0xF]);
            put(HEX[codePoint & 0xF]);
        } else {
            codePoint(codePoint);
        }
    }

    private void reserve(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
        }
    }

    /** The text as bytes, at position 0; the same object each time, valid until the next change. */
    @SuppressWarnings("ReferenceEquality") // the very array
    public ByteBuffer asByteBuffer() {
        if (view.array() != bytes) {
            view = ByteBuffer.wrap(bytes);
        }
        return view.clear().limit(size);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }
}
