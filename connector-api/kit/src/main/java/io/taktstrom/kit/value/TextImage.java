package io.taktstrom.kit.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.StringType;

/** Turns UTF-8 into the text of a memory image. Hot: allocates nothing. */
public final class TextImage {

    /** The characters of the windows-1252 bytes 0x80 to 0x9F; the others above 0x7F are those of Unicode. */
    private static final String WINDOWS_1252 =
            "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039"
                    + "\u0152\u008D\u017D\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153"
                    + "\u009D\u017E\u0178";

    /** No byte stands for the character. */
    public static final int NONE = -1;

    private TextImage() {}

    /**
     * Writes a text and fills the rest of its image with zeros.
     *
     * @param source UTF-8
     * @return Good, or why the device cannot hold the text
     */
    public static int put(StringType type, ByteBuffer source, int offset, int length, ByteBuffer image, int at) {
        return put(type, source, offset, length, image, at, type.imageBytes());
    }

    /** The same for an image of another size, such as one without a terminator. */
    static int put(
            StringType type, ByteBuffer source, int offset, int length, ByteBuffer image, int at, int imageBytes) {
        int units = 0;
        for (int i = 0; i < length; ) {
            int lead = source.get(offset + i);
            int bytes = utf8Bytes(lead);
            if (bytes > length - i) {
                return StatusCode.BAD_ENCODING_ERROR;
            }
            int codePoint = codePoint(source, offset + i, bytes);
            int needed = unitsOf(type.encoding(), codePoint, bytes);
            if (needed == NONE || codePoint == 0) {
                // The device would end the text at a zero.
                return StatusCode.BAD_ENCODING_ERROR;
            }
            if (needed > type.length() - units) {
                return StatusCode.BAD_OUT_OF_RANGE;
            }
            putUnits(type.encoding(), codePoint, source, offset + i, needed, image, at, units);
            units += needed;
            i += bytes;
        }
        for (int end = at + imageBytes, i = at + units * type.encoding().unitBytes(); i < end; i++) {
            image.put(i, (byte) 0);
        }
        return StatusCode.GOOD;
    }

    /** How many bytes a character of UTF-8 has, by its first one. */
    public static int utf8Bytes(int lead) {
        if (lead >= 0) {
            return 1;
        }
        return (lead & 0xE0) == 0xC0 ? 2 : (lead & 0xF0) == 0xE0 ? 3 : 4;
    }

    /** The character of UTF-8 that so many bytes make. */
    public static int codePoint(ByteBuffer source, int at, int bytes) {
        int lead = source.get(at);
        int value = bytes == 1 ? lead : lead & (0x7F >>> bytes);
        for (int i = 1; i < bytes; i++) {
            value = (value << 6) | (source.get(at + i) & 0x3F);
        }
        return value;
    }

    private static int unitsOf(StringType.Encoding encoding, int codePoint, int utf8Bytes) {
        return switch (encoding) {
            case UTF_8 -> utf8Bytes;
            case UTF_16LE -> codePoint <= 0xFFFF ? 1 : 2;
            case WINDOWS_1252 -> windows1252(codePoint) == NONE ? NONE : 1;
        };
    }

    private static void putUnits(
            StringType.Encoding encoding,
            int codePoint,
            ByteBuffer source,
            int from,
            int count,
            ByteBuffer image,
            int at,
            int units) {
        switch (encoding) {
            case UTF_8 -> image.put(at + units, source, from, count);
            case WINDOWS_1252 -> image.put(at + units, (byte) windows1252(codePoint));
            case UTF_16LE -> {
                if (count == 1) {
                    image.putShort(at + 2 * units, (short) codePoint);
                } else {
                    image.putShort(at + 2 * units, (short) Character.highSurrogate(codePoint));
                    image.putShort(at + 2 * units + 2, (short) Character.lowSurrogate(codePoint));
                }
            }
        }
    }

    /** The byte of a character in windows-1252; {@link #NONE} where it has none. */
    public static int windows1252(int codePoint) {
        if (codePoint < 0x80 || (codePoint >= 0xA0 && codePoint <= 0xFF)) {
            return codePoint;
        }
        int index = codePoint > 0xFFFF ? NONE : WINDOWS_1252.indexOf(codePoint);
        return index < 0 ? NONE : 0x80 + index;
    }
}
