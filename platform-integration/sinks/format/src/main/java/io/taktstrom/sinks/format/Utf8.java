package io.taktstrom.sinks.format;

import java.nio.ByteBuffer;

/**
 * Reads UTF-8 that may be malformed (RFC 3629): a byte that is not part of a character is U+FFFD, and reading goes on behind
 * it. Hot: makes no string of it.
 *
 * <pre>
 *  0xxxxxxx                                U+0000 .. U+007F
 *  110xxxxx 10xxxxxx                       U+0080 .. U+07FF
 *  1110xxxx 10xxxxxx 10xxxxxx              U+0800 .. U+FFFF, no surrogates
 *  11110xxx 10xxxxxx 10xxxxxx 10xxxxxx     U+10000 .. U+10FFFF
 * </pre>
 */
final class Utf8 {

    /** A character and how many bytes it took share an int: so many bits are the bytes. */
    private static final int BYTES_BITS = 3;

    private static final int REPLACED = 0xFFFD << BYTES_BITS | 1;

    private Utf8() {}

    static void copy(ByteBuffer source, int offset, int length, TextBuffer out, boolean asJson) {
        int end = offset + length;
        for (int i = offset; i < end; ) {
            int decoded = decode(source, i, end);
            i += decoded & ((1 << BYTES_BITS) - 1);
            if (asJson) {
                out.jsonCharacter(decoded >> BYTES_BITS);
            } else {
                out.codePoint(decoded >> BYTES_BITS);
            }
        }
    }

    private static int decode(ByteBuffer source, int at, int end) {
        int first = source.get(at) & 0xFF;
        if (first < 0x80) {
            return first << BYTES_BITS | 1;
        }
        int more = first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        if (more == 0 || more >= end - at) {
            return REPLACED;
        }
        int codePoint = first & (0x3F >> more);
        for (int i = 1; i <= more; i++) {
            int next = source.get(at + i) & 0xFF;
            if (next >> 6 != 0b10) {
                return REPLACED;
            }
            codePoint = codePoint << 6 | (next & 0x3F);
        }
        boolean tooLong = codePoint < (more == 1 ? 0x80 : more == 2 ? 0x800 : 0x1_0000);
        boolean none = codePoint > Character.MAX_CODE_POINT
                || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
        return tooLong || none ? REPLACED : codePoint << BYTES_BITS | (more + 1);
    }
}
