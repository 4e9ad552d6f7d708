package io.taktstrom.s7.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;

/** The lengths of a string, and UTF-8 to its characters. Hot: allocates nothing. */
final class WireText {

    /** The characters of the windows-1252 bytes 0x80 to 0x9F; the others above 0x7F are those of Unicode. */
    private static final String WINDOWS_1252 =
            "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039"
                    + "\u0152\u008D\u017D\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153"
                    + "\u009D\u017E\u0178";

    private static final int NONE = -1;

    private WireText() {}

    /** How many characters the string says to have. */
    static int length(S7String type, ByteBuffer wire, int at) {
        return type.wide() ? wire.getShort(at + 2) & 0xFFFF : wire.get(at + 1) & 0xFF;
    }

    private static int maximum(S7String type, ByteBuffer wire, int at) {
        return type.wide() ? wire.getShort(at) & 0xFFFF : wire.get(at) & 0xFF;
    }

    /** How many of them are inside the type. */
    static int usable(S7String type, int length) {
        return Math.min(length, type.length());
    }

    /** Good, or Uncertain when there is more than the type, or the string itself, has room for, or a zero inside. */
    static int status(S7String type, ByteBuffer wire, int at, int length) {
        if (length > type.length() || length > maximum(type, wire, at)) {
            return StatusCode.UNCERTAIN;
        }
        int from = at + type.headerBytes();
        for (int i = 0; i < length; i++) {
            // A reader would end the text here.
            if ((type.wide() ? wire.getShort(from + 2 * i) : wire.get(from + i)) == 0) {
                return StatusCode.UNCERTAIN;
            }
        }
        return StatusCode.GOOD;
    }

    static void putHeader(S7String type, int units, ByteBuffer wire, int at) {
        if (type.wide()) {
            wire.putShort(at, (short) type.length());
            wire.putShort(at + 2, (short) units);
        } else {
            wire.put(at, (byte) type.length());
            wire.put(at + 1, (byte) units);
        }
    }

    /**
     * Writes a text with its lengths; what is behind the text stays as it is.
     *
     * @param utf8 valid UTF-8
     * @return Good, or why the CPU cannot hold the text
     */
    static int put(S7String type, ByteBuffer utf8, int offset, int bytes, ByteBuffer wire, int at) {
        int units = 0;
        int to = at + type.headerBytes();
        int end = offset + bytes;
        for (int i = offset; i < end; ) {
            int size = sizeOf(utf8.get(i));
            if (size > end - i) {
                return StatusCode.BAD_ENCODING_ERROR;
            }
            int codePoint = codePoint(utf8, i, size);
            int needed = type.wide() && codePoint > 0xFFFF ? 2 : 1;
            if (needed > type.length() - units) {
                return StatusCode.BAD_OUT_OF_RANGE;
            }
            if (!putUnits(type, codePoint, wire, to + units * type.unitBytes())) {
                return StatusCode.BAD_ENCODING_ERROR;
            }
            units += needed;
            i += size;
        }
        putHeader(type, units, wire, at);
        return StatusCode.GOOD;
    }

    private static boolean putUnits(S7String type, int codePoint, ByteBuffer wire, int at) {
        if (!type.wide()) {
            int unit = windows1252(codePoint);
            wire.put(at, (byte) unit);
            return unit != NONE;
        }
        if (codePoint <= 0xFFFF) {
            wire.putShort(at, (short) codePoint);
        } else {
            wire.putShort(at, (short) Character.highSurrogate(codePoint));
            wire.putShort(at + 2, (short) Character.lowSurrogate(codePoint));
        }
        return true;
    }

    private static int sizeOf(int lead) {
        if (lead >= 0) {
            return 1;
        }
        return (lead & 0xE0) == 0xC0 ? 2 : (lead & 0xF0) == 0xE0 ? 3 : 4;
    }

    private static int codePoint(ByteBuffer utf8, int at, int size) {
        int lead = utf8.get(at);
        int value = size == 1 ? lead : lead & (0x7F >>> size);
        for (int i = 1; i < size; i++) {
            value = (value << 6) | (utf8.get(at + i) & 0x3F);
        }
        return value;
    }

    private static int windows1252(int codePoint) {
        if (codePoint < 0x80 || (codePoint >= 0xA0 && codePoint <= 0xFF)) {
            return codePoint;
        }
        int index = codePoint > 0xFFFF ? NONE : WINDOWS_1252.indexOf(codePoint);
        return index < 0 ? NONE : 0x80 + index;
    }
}
