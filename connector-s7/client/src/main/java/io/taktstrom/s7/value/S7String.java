package io.taktstrom.s7.value;

import io.taktstrom.model.StringType;

/**
 * A string that knows its own length.
 *
 * <pre>
 *   STRING[n]   | max 1 | len 1 | n characters, 1 byte each  |
 *   WSTRING[n]  | max 2 | len 2 | n characters, 2 bytes each |
 * </pre>
 *
 * @param wide {@code WSTRING}: UTF-16; otherwise the code page of the CPU's programmer, taken as windows-1252
 * @param length most characters
 */
public record S7String(boolean wide, int length) implements S7Type {

    /** STEP 7: longest STRING, and that of one that states no length. */
    public static final int MAX_LENGTH = 254;

    /** STEP 7: longest WSTRING. */
    public static final int MAX_WIDE_LENGTH = 16_382;

    public S7String {
        int most = wide ? MAX_WIDE_LENGTH : MAX_LENGTH;
        if (length < 1 || length > most) {
            throw new IllegalArgumentException((wide ? "WSTRING" : "STRING") + " of " + length
                    + " characters; a length from 1 to " + most + " is right");
        }
    }

    /** {@code STRING[length]}. */
    public static S7String string(int length) {
        return new S7String(false, length);
    }

    /** {@code WSTRING[length]}. */
    public static S7String wstring(int length) {
        return new S7String(true, length);
    }

    /** Bytes of one character. */
    public int unitBytes() {
        return wide ? 2 : 1;
    }

    /** Bytes before the first character: the maximum and the current length. */
    public int headerBytes() {
        return 2 * unitBytes();
    }

    @Override
    public String text() {
        return (wide ? "WSTRING[" : "STRING[") + length + "]";
    }

    @Override
    public int wireBytes() {
        return headerBytes() + length * unitBytes();
    }

    @Override
    public StringType dataType() {
        return wide ? StringType.wstring(length) : StringType.string(length);
    }
}
