package io.taktstrom.data;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnmappableCharacterException;

import io.taktstrom.model.StringType;

/** Turns the text of a memory image into UTF-8 without allocating, and text into a memory image. */
final class Text {

    /** The character of each windows-1252 byte from 0x80; the five that it leaves undefined stand for themselves. */
    private static final char[] WINDOWS_1252 = new char[128];

    private static final int REPLACEMENT = 0xFFFD;

    /** A one, and the highest bit, in each of eight bytes. */
    private static final long ONES = 0x0101010101010101L;

    private static final long HIGHS = 0x8080808080808080L;

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
     * Copies the code units before the first zero, at most the type's; an invalid character becomes U+FFFD.
     *
     * @param image little-endian
     * @param imageBytes how much of the image may be read
     * @return bytes written to {@code target} from {@code at} on
     */
    static int toUtf8(StringType type, ByteBuffer image, int offset, int imageBytes, ByteBuffer target, int at) {
        int most = type.length();
        return switch (type.encoding()) {
            case UTF_8 -> fromUtf8(image, offset, Math.min(imageBytes, most), target, at);
            case WINDOWS_1252 -> fromWindows1252(image, offset, Math.min(imageBytes, most), target, at);
            case UTF_16LE -> fromUtf16(image, offset, Math.min(imageBytes / Character.BYTES, most), target, at);
        };
    }

    /**
     * Copies what stands for itself in every encoding of bytes, up to the first byte that does not or is zero: most text, eight
     * bytes at a time.
     *
     * @return how many bytes that are
     */
    private static int copyAscii(ByteBuffer image, int offset, int units, ByteBuffer target, int at) {
        int i = 0;
        while (units - i >= Long.BYTES && copyEight(image, offset + i, target, at + i)) {
            i += Long.BYTES;
        }
        int rest = units - i;
        if (i > 0 && rest > 0 && rest < Long.BYTES) {
            // Together with some that are copied already.
            int last = units - Long.BYTES;
            if (copyEight(image, offset + last, target, at + last)) {
                return units;
            }
        }
        while (i < units) {
            byte one = image.get(offset + i);
            if (one <= 0) {
                break;
            }
            target.put(at + i, one);
            i++;
        }
        return i;
    }

    /** Copies eight bytes if all of them are ASCII, and none is zero. */
    private static boolean copyEight(ByteBuffer image, int from, ByteBuffer target, int to) {
        long eight = image.getLong(from);
        // Where one is taken from each byte, a zero, if there is any, has its highest bit then.
        if (((eight | (eight - ONES)) & HIGHS) != 0) {
            return false;
        }
        target.putLong(to, image.order() == target.order() ? eight : Long.reverseBytes(eight));
        return true;
    }

    private static int fromUtf8(ByteBuffer image, int offset, int units, ByteBuffer target, int at) {
        int i = copyAscii(image, offset, units, target, at);
        int to = at + i;
        while (i < units && image.get(offset + i) != 0) {
            int length = utf8Length(image, offset + i, units - i);
            if (length == 0) {
                to = put(target, to, REPLACEMENT);
                i++;
            } else {
                for (int end = i + length; i < end; i++) {
                    target.put(to++, image.get(offset + i));
                }
            }
            int plain = copyAscii(image, offset + i, units - i, target, to);
            i += plain;
            to += plain;
        }
        return to - at;
    }

    /** Bytes of the character that starts here, or 0 when none does (Unicode standard, table 3-7). */
    private static int utf8Length(ByteBuffer image, int offset, int available) {
        int lead = image.get(offset) & 0xFF;
        if (lead < 0x80) {
            return 1;
        }
        int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        if (length == 0 || length > available) {
            return 0;
        }
        int codePoint = lead & (0x7F >> length);
        for (int i = 1; i < length; i++) {
            int next = image.get(offset + i) & 0xFF;
            if ((next & 0xC0) != 0x80) {
                return 0;
            }
            codePoint = codePoint << 6 | (next & 0x3F);
        }
        int least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return codePoint < least || codePoint > Character.MAX_CODE_POINT || surrogate ? 0 : length;
    }

    private static int fromWindows1252(ByteBuffer image, int offset, int units, ByteBuffer target, int at) {
        int i = copyAscii(image, offset, units, target, at);
        int to = at + i;
        for (; i < units; i++) {
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
        int length = toUtf8(type, image, offset, type.imageBytes(), ByteBuffer.wrap(utf8), 0);
        return new String(utf8, 0, length, StandardCharsets.UTF_8);
    }

    /**
     * Text in the device's encoding, without a terminator. Allocates.
     *
     * @throws CharacterCodingException when the encoding has no code for one of the characters
     */
    static ByteBuffer encode(StringType.Encoding encoding, CharSequence text) throws CharacterCodingException {
        if (encoding != StringType.Encoding.WINDOWS_1252) {
            return encoding.charset().newEncoder().encode(CharBuffer.wrap(text));
        }
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes.put(toWindows1252(text.charAt(i)));
        }
        return bytes.flip();
    }

    private static byte toWindows1252(char c) throws CharacterCodingException {
        if (c < 0x80) {
            return (byte) c;
        }
        for (int i = 0; i < WINDOWS_1252.length; i++) {
            if (WINDOWS_1252[i] == c) {
                return (byte) (0x80 + i);
            }
        }
        throw new UnmappableCharacterException(1);
    }
}
