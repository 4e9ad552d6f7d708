package io.taktstrom.model;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * A string of at most {@code length} code units, zero-terminated in a memory image.
 *
 * <p>A sample of this type is UTF-8 without a terminator, whatever the device uses; inside an array or a structure the
 * image keeps the device's own encoding.
 *
 * @param encoding the device's encoding
 * @param length code units (bytes or 16-bit units) without the terminator, 0 to 65535
 */
public record StringType(Encoding encoding, int length) implements DataType {

    /** How a device encodes text. */
    public enum Encoding {
        WINDOWS_1252(1, Charset.forName("windows-1252")),
        UTF_8(1, StandardCharsets.UTF_8),
        UTF_16LE(2, StandardCharsets.UTF_16LE);

        private final int unitBytes;
        private final Charset charset;

        Encoding(int unitBytes, Charset charset) {
            this.unitBytes = unitBytes;
            this.charset = charset;
        }

        /** Bytes of one code unit. */
        public int unitBytes() {
            return unitBytes;
        }

        public Charset charset() {
            return charset;
        }
    }

    public StringType {
        if (length < 0 || length > 65_535) {
            throw new IllegalArgumentException("string length " + length + " is outside 0..65535");
        }
    }

    /** {@code STRING(length)} in windows-1252, the code page of IEC runtimes. */
    public static StringType string(int length) {
        return new StringType(Encoding.WINDOWS_1252, length);
    }

    /** {@code WSTRING(length)} in UTF-16. */
    public static StringType wstring(int length) {
        return new StringType(Encoding.UTF_16LE, length);
    }

    @Override
    public String text() {
        return (encoding == Encoding.UTF_16LE ? "WSTRING(" : "STRING(") + length + ")";
    }

    @Override
    public int imageBytes() {
        return (length + 1) * encoding.unitBytes;
    }

    @Override
    public int arenaBytes() {
        // A code unit becomes at most three bytes of UTF-8; in UTF-8 itself one that is wrong does, as U+FFFD.
        return 3 * length;
    }
}
