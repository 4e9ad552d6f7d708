package io.taktstrom.s7.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.value.TextImage;

/** The lengths of a string, and UTF-8 to its characters. Hot: allocates nothing. */
final class WireText {

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
            int size = TextImage.utf8Bytes(utf8.get(i));
            if (size > end - i) {
                return StatusCode.BAD_ENCODING_ERROR;
            }
            int codePoint = TextImage.codePoint(utf8, i, size);
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
            int unit = TextImage.windows1252(codePoint);
            wire.put(at, (byte) unit);
            return unit != TextImage.NONE;
        }
        if (codePoint <= 0xFFFF) {
            wire.putShort(at, (short) codePoint);
        } else {
            wire.putShort(at, (short) Character.highSurrogate(codePoint));
            wire.putShort(at + 2, (short) Character.lowSurrogate(codePoint));
        }
        return true;
    }
}
