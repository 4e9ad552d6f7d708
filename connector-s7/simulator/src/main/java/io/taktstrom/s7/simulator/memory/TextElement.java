package io.taktstrom.s7.simulator.memory;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import io.taktstrom.data.Values;
import io.taktstrom.model.StringType;

/**
 * A text that knows its length.
 *
 * <pre>
 *   STRING    | most 1 | now 1 | characters, a byte each, in windows-1252       |
 *   WSTRING   | most 2 | now 2 | characters, two bytes each, big-endian, UTF-16 |
 * </pre>
 *
 * @param wide {@code WSTRING}
 * @param length most characters
 * @see "S7-SCL V5.3 for S7-300/400, STRING; S7-1200 system manual, 'Char and String data types'"
 */
public record TextElement(boolean wide, int length) implements Element {

    /** Of one that states none. */
    static final int DEFAULT_LENGTH = 254;

    private static final int MAX_WIDE_LENGTH = 16_382;
    private static final Charset NARROW = Charset.forName("windows-1252");

    public TextElement {
        if (length < 1 || length > (wide ? MAX_WIDE_LENGTH : DEFAULT_LENGTH)) {
            throw new IllegalArgumentException("a text of " + length + " characters; 1 to "
                    + (wide ? MAX_WIDE_LENGTH : DEFAULT_LENGTH) + " are right");
        }
    }

    private int unit() {
        return wide ? 2 : 1;
    }

    private Charset charset() {
        return wide ? StandardCharsets.UTF_16BE : NARROW;
    }

    @Override
    public int bytes() {
        return (2 + length) * unit();
    }

    @Override
    public StringType dataType() {
        return wide ? StringType.wstring(length) : StringType.string(length);
    }

    @Override
    public String text() {
        return (wide ? "WSTRING(" : "STRING(") + length + ")";
    }

    /** The length that an empty text has room for. */
    void prepare(ByteBuffer memory, int at) {
        putCount(memory, at, length);
    }

    private void putCount(ByteBuffer memory, int at, int count) {
        if (wide) {
            memory.put(at, (byte) (count >> 8)).put(at + 1, (byte) count);
        } else {
            memory.put(at, (byte) count);
        }
    }

    private int count(ByteBuffer memory, int at) {
        int first = memory.get(at) & 0xFF;
        return wide ? (first << 8) | (memory.get(at + 1) & 0xFF) : first;
    }

    @Override
    public boolean store(ByteBuffer image, int imageAt, ByteBuffer memory, int at, int bit) {
        byte[] text = Values.read(dataType(), image, imageAt, dataType().imageBytes())
                .toString()
                .getBytes(charset());
        if (text.length > length * unit()) {
            return false;
        }
        putCount(memory, at, length);
        putCount(memory, at + unit(), text.length / unit());
        memory.put(at + 2 * unit(), text);
        return true;
    }

    @Override
    public void load(ByteBuffer memory, int at, int bit, ByteBuffer image, int imageAt) {
        byte[] text = new byte[Math.min(length, count(memory, at + unit())) * unit()];
        memory.get(at + 2 * unit(), text);
        ByteBuffer bytes = Values.image(dataType(), new String(text, charset()));
        image.put(imageAt, bytes, 0, bytes.capacity());
    }
}
