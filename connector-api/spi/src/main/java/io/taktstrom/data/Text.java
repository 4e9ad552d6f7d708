package io.taktstrom.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.model.StringType;

/** Turns the text of a memory image into UTF-8 without allocating. */
final class Text {

    /** The character of each windows-1252 byte from 0x80; the five that it leaves undefined stand for themselves. */
    private static final char[] WINDOWS_1252 = new char[128];

    private static final int REPLACEMENT = 0xFFFD;

    static {
        byte[] one = new byte[1];
        for (int i = 0; i < 128; i++) {
            one[0] = (byte) (0x80 + i);
            char c = new String(one, StringType.Encoding.WINDOWS_1252.charset()).charAt(0);
            WINDOWS_1252[i] = c == REPLACEMENT ? (char) (0x80 + i) : c;
        }
    }

    private Text() {}

    /**
     * Copies the code units before the first zero.
     *
     * @param image little-endian
     * @param imageBytes how much of the image may be read
     * @return bytes written to {@code target} from {@code at} on
     */
    static int toUtf8(
            StringType.Encoding encoding, ByteBuffer image, int offset, int imageBytes, ByteBuffer target, int at) {
        return switch (encoding) {
            case UTF_8 -> copy(image, offset, imageBytes, target, at);
            case WINDOWS_1252 -> fromWindows1252(image, offset, imageBytes, target, at);
            case UTF_16LE -> fromUtf16(image, offset, imageBytes / 2, target, at);
        };
    }

    private static int copy(ByteBuffer image, int offset, int imageBytes, ByteBuffer target, int at) {
        int length = 0;
        while (length < imageBytes && image.get(offset + length) != 0) {
            length++;
        }
        target.put(at, image, offset, length);
        return length;
    }

    private static int fromWindows1252(ByteBuffer image, int offset, int imageBytes, ByteBuffer target, int at) {
        int to = at;
        for (int i = 0; i < imageBytes; i++) {
            byte unit = image.get(offset + i);
            if (unit == 0) {
                break;
            }
            to = put(target, to, unit > 0 ? unit : WINDOWS_1252[unit & 0x7F]);
        }
        return to - at;
    }

    private static int fromUtf16(ByteBuffer image, int offset, int units, ByteBuffer target, int at) {
        int to = at;
        for (int i = 0; i < units; i++) {
            char unit = (char) image.getShort(offset + 2 * i);
            if (unit == 0) {
                break;
            }
            int codePoint = unit;
            if (Character.isSurrogate(unit)) {
                char low = i + 1 < units ? (char) image.getShort(offset + 2 * i + 2) : 0;
                if (Character.isSurrogatePair(unit, low)) {
                    codePoint = Character.toCodePoint(unit, low);
                    i++;
                } else {
                    codePoint = REPLACEMENT;
                }
            }
            to = put(target, to, codePoint);
        }
        return to - at;
    }

    private static int put(ByteBuffer target, int at, int codePoint) {
        if (codePoint < 0x80) {
            target.put(at, (byte) codePoint);
            return at + 1;
        }
        if (codePoint < 0x800) {
            target.put(at, (byte) (0xC0 | (codePoint >> 6)));
            target.put(at + 1, (byte) (0x80 | (codePoint & 0x3F)));
            return at + 2;
        }
        if (codePoint < 0x10000) {
            target.put(at, (byte) (0xE0 | (codePoint >> 12)));
            target.put(at + 1, (byte) (0x80 | ((codePoint >> 6) & 0x3F)));
            target.put(at + 2, (byte) (0x80 | (codePoint & 0x3F)));
            return at + 3;
        }
        target.put(at, (byte) (0xF0 | (codePoint >> 18)));
        target.put(at + 1, (byte) (0x80 | ((codePoint >> 12) & 0x3F)));
        target.put(at + 2, (byte) (0x80 | ((codePoint >> 6) & 0x3F)));
        target.put(at + 3, (byte) (0x80 | (codePoint & 0x3F)));
        return at + 4;
    }

    /** Text of an image as a String. Allocates. */
    static String toText(StringType type, ByteBuffer image, int offset) {
        byte[] utf8 = new byte[type.arenaBytes()];
        int length = toUtf8(
                type.encoding(), image, offset, type.length() * type.encoding().unitBytes(), ByteBuffer.wrap(utf8), 0);
        return new String(utf8, 0, length, StandardCharsets.UTF_8);
    }
}
