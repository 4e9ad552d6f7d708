package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.StringType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;

/** Strings, and what is best told as text: identifiers, names, localised texts. */
record TextLayout(int builtin, StringType type) implements Layout {

    /** A one, and the highest bit, in each of eight bytes. */
    private static final long ONES = 0x0101010101010101L;

    private static final long HIGHS = 0x8080808080808080L;

    /** @param length most bytes of the text */
    TextLayout(int builtin, int length) {
        this(builtin, new StringType(StringType.Encoding.UTF_8, length));
    }

    static boolean isText(int builtin) {
        return switch (builtin) {
            case Builtin.STRING,
                    Builtin.GUID,
                    Builtin.XML_ELEMENT,
                    Builtin.NODE_ID,
                    Builtin.EXPANDED_NODE_ID,
                    Builtin.QUALIFIED_NAME,
                    Builtin.LOCALIZED_TEXT -> true;
            default -> false;
        };
    }

    /** Whether the value on the wire is the text itself behind its length. */
    boolean isPlain() {
        return builtin == Builtin.STRING || builtin == Builtin.XML_ELEMENT;
    }

    @Override
    public int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        if (isPlain()) {
            int length = Math.max(0, in.length());
            int at = in.position();
            in.skip(length);
            int status = status(in.buffer(), at, length);
            if (StatusCode.isGood(status)) {
                put(image, offset, in.buffer(), at, length);
            }
            return status;
        }
        byte[] text = TextForm.read(builtin, in).getBytes(StandardCharsets.UTF_8);
        ByteBuffer source = ByteBuffer.wrap(text);
        int status = status(source, 0, text.length);
        if (StatusCode.isGood(status)) {
            put(image, offset, source, 0, text.length);
        }
        return status;
    }

    private void put(ByteBuffer image, int offset, ByteBuffer source, int at, int length) {
        image.put(offset, source, at, length);
        for (int i = offset + length; i < offset + type.imageBytes(); i++) {
            image.put(i, (byte) 0);
        }
    }

    /** Whether text of this length fits, and has no zero, where an image would end it. */
    int status(ByteBuffer source, int at, int length) {
        if (length > type.length()) {
            return StatusCode.BAD_ENCODING_LIMITS_EXCEEDED;
        }
        return hasZero(source, at, at + length) ? StatusCode.BAD_DECODING_ERROR : StatusCode.GOOD;
    }

    private static boolean hasZero(ByteBuffer source, int from, int to) {
        int i = from;
        for (; to - i >= Long.BYTES; i += Long.BYTES) {
            if (hasZero(source.getLong(i))) {
                return true;
            }
        }
        if (i > from && i < to) {
            // Together with some that have been looked at already.
            return hasZero(source.getLong(to - Long.BYTES));
        }
        while (i < to) {
            if (source.get(i++) == 0) {
                return true;
            }
        }
        return false;
    }

    /** Where one is taken from each byte, only a zero gets a highest bit that it had not. */
    private static boolean hasZero(long eight) {
        return ((eight - ONES) & ~eight & HIGHS) != 0;
    }

    @Override
    public void write(ByteBuffer image, int offset, WireWriter out) {
        int length = 0;
        while (length < type.length() && image.get(offset + length) != 0) {
            length++;
        }
        byte[] text = new byte[length];
        image.get(offset, text);
        if (isPlain()) {
            out.i32(length).bytes(text);
        } else {
            TextForm.write(builtin, new String(text, StandardCharsets.UTF_8), out);
        }
    }
}
