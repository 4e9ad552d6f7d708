package io.taktstrom.example.line;

import java.nio.ByteBuffer;
import java.util.HexFormat;

import io.taktstrom.spi.MalformedFrameException;

/** Values as LINE writes them: the bytes of a memory image in hexadecimal. */
final class Hex {

    private Hex() {}

    /** The first bytes of an image. */
    static String text(ByteBuffer image, int bytes) {
        byte[] value = new byte[bytes];
        image.get(0, value);
        return HexFormat.of().formatHex(value);
    }

    /** Reads {@code line[from]} to {@code line[to - 1]} into an image. Allocates nothing. */
    static void read(ByteBuffer line, int from, int to, ByteBuffer image, int bytes) throws MalformedFrameException {
        if (to - from != 2 * bytes) {
            throw new MalformedFrameException(
                    "a value of " + (to - from) + " digits, where one has " + 2 * bytes, from);
        }
        for (int i = 0; i < bytes; i++) {
            image.put(i, (byte) (digit(line, from + 2 * i) << 4 | digit(line, from + 2 * i + 1)));
        }
    }

    private static int digit(ByteBuffer line, int at) throws MalformedFrameException {
        if (!HexFormat.isHexDigit(line.get(at))) {
            throw new MalformedFrameException("0x%02X is no hexadecimal digit".formatted(line.get(at)), at);
        }
        return HexFormat.fromHexDigit(line.get(at));
    }
}
