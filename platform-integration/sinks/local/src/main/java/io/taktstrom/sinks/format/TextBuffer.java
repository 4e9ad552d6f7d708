package io.taktstrom.sinks.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import tools.jackson.core.io.NumberOutput;

/** UTF-8 text being gathered. Reused for ever, and hot: allocates only while it grows. One thread. */
public final class TextBuffer {

    /** More than any 64-bit number takes. */
    private static final int LONGEST_NUMBER = 24;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[4096];
    private int size;

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    /** Forgets all from here on. */
    void truncate(int newSize) {
        size = newSize;
    }

    byte byteAt(int i) {
        return bytes[i];
    }

    void put(int oneByte) {
        reserve(1);
        bytes[size++] = (byte) oneByte;
    }

    /** ASCII only; anything else comes out wrong. */
    void ascii(String text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[size + i] = (byte) text.charAt(i);
        }
        size += length;
    }

    void bytes(byte[] source, int length) {
        reserve(length);
        System.arraycopy(source, 0, bytes, size, length);
        size += length;
    }

    void number(long value) {
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

    /** A number with leading zeros. */
    void digits(long value, int width) {
        reserve(width);
        long rest = value;
        for (int i = size + width - 1; i >= size; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += width;
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

    void utf8(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            int codePoint = Character.codePointAt(text, i);
            i += Character.charCount(codePoint) - 1;
            codePoint(codePoint);
        }
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

    /** The text as bytes; valid until the next change. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }
}
