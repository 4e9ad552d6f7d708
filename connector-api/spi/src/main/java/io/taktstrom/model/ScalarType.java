package io.taktstrom.model;

import java.nio.ByteBuffer;

/**
 * The elementary types of IEC 61131-3 (table 10 of edition 3), with their size in a memory image.
 *
 * <p>One value travels as 64 {@linkplain #bits bits}: integers sign- or zero-extended, {@code ULINT} and {@code LWORD}
 * as they are, {@code BOOL} as 0 or 1, {@code REAL} and {@code LREAL} as the bits of a double, durations and times of
 * day in nanoseconds, dates in nanoseconds since 1970-01-01T00:00 of the device's own calendar.
 */
public enum ScalarType implements DataType {
    BOOL(1, Kind.BOOLEAN),
    BYTE(1, Kind.UNSIGNED),
    WORD(2, Kind.UNSIGNED),
    DWORD(4, Kind.UNSIGNED),
    LWORD(8, Kind.UNSIGNED),
    SINT(1, Kind.SIGNED),
    USINT(1, Kind.UNSIGNED),
    INT(2, Kind.SIGNED),
    UINT(2, Kind.UNSIGNED),
    DINT(4, Kind.SIGNED),
    UDINT(4, Kind.UNSIGNED),
    LINT(8, Kind.SIGNED),
    ULINT(8, Kind.UNSIGNED),
    REAL(4, Kind.FLOAT),
    LREAL(8, Kind.FLOAT),
    CHAR(1, Kind.CHARACTER),
    WCHAR(2, Kind.CHARACTER),
    /** Milliseconds. */
    TIME(4, Kind.DURATION, 1_000_000),
    /** Nanoseconds. */
    LTIME(8, Kind.DURATION, 1),
    /** Seconds since 1970, at midnight. */
    DATE(4, Kind.DATE, 1_000_000_000),
    /** Nanoseconds since 1970, at midnight. */
    LDATE(8, Kind.DATE, 1),
    /** Milliseconds since midnight. */
    TOD(4, Kind.TIME_OF_DAY, 1_000_000),
    /** Nanoseconds since midnight. */
    LTOD(8, Kind.TIME_OF_DAY, 1),
    /** Seconds since 1970. */
    DT(4, Kind.DATE_AND_TIME, 1_000_000_000),
    /** Nanoseconds since 1970. */
    LDT(8, Kind.DATE_AND_TIME, 1);

    /** What a scalar's bits mean. */
    public enum Kind {
        BOOLEAN,
        SIGNED,
        UNSIGNED,
        FLOAT,
        CHARACTER,
        DURATION,
        DATE,
        TIME_OF_DAY,
        DATE_AND_TIME
    }

    private final int imageBytes;
    private final Kind kind;
    private final long nanosPerTick;

    ScalarType(int imageBytes, Kind kind) {
        this(imageBytes, kind, 0);
    }

    ScalarType(int imageBytes, Kind kind, long nanosPerTick) {
        this.imageBytes = imageBytes;
        this.kind = kind;
        this.nanosPerTick = nanosPerTick;
    }

    public Kind kind() {
        return kind;
    }

    /** Nanoseconds of one unit in the memory image; 0 for types that are not times. */
    public long nanosPerTick() {
        return nanosPerTick;
    }

    @Override
    public String text() {
        return name();
    }

    @Override
    public int imageBytes() {
        return imageBytes;
    }

    @Override
    public int arenaBytes() {
        return 0;
    }

    /**
     * The 64 bits of the value at {@code offset} of a memory image. Allocates nothing.
     *
     * @param image in little-endian order, or in that of a buffer with another; position and limit play no part but for the
     *     bounds check
     */
    public long bits(ByteBuffer image, int offset) {
        return switch (this) {
            case BOOL -> image.get(offset) == 0 ? 0 : 1;
            case BYTE, USINT, CHAR -> image.get(offset) & 0xFFL;
            case SINT -> image.get(offset);
            case WORD, UINT, WCHAR -> image.getShort(offset) & 0xFFFFL;
            case INT -> image.getShort(offset);
            case DINT -> image.getInt(offset);
            case DWORD, UDINT -> image.getInt(offset) & 0xFFFF_FFFFL;
            case LWORD, LINT, ULINT, LTIME, LDATE, LTOD, LDT -> image.getLong(offset);
            case REAL -> Double.doubleToRawLongBits(image.getFloat(offset));
            case LREAL -> image.getLong(offset);
            case TIME, DATE, TOD, DT -> (image.getInt(offset) & 0xFFFF_FFFFL) * nanosPerTick;
        };
    }

    /** Whether a memory image can hold a value with these bits. A {@code REAL} may round it. Allocates nothing. */
    public boolean holds(long bits) {
        return switch (this) {
            case BOOL -> bits == 0 || bits == 1;
            case SINT -> bits == (byte) bits;
            case INT -> bits == (short) bits;
            case DINT -> bits == (int) bits;
            case BYTE, USINT, CHAR, WORD, UINT, WCHAR, DWORD, UDINT -> bits >>> (8 * imageBytes) == 0;
            case LWORD, LINT, ULINT, LTIME, LDATE, LTOD, LDT, LREAL -> true;
            case REAL -> {
                double value = Double.longBitsToDouble(bits);
                yield Double.isInfinite(value) || !Float.isInfinite((float) value);
            }
            case TIME, DATE, TOD, DT -> bits % nanosPerTick == 0 && (bits / nanosPerTick) >>> 32 == 0;
        };
    }

    /**
     * Puts a value's 64 bits into a memory image; of one that it does not {@linkplain #holds hold}, what does not fit is
     * cut off. Allocates nothing.
     *
     * @param image in little-endian order, or in that of a buffer with another
     */
    public void putBits(ByteBuffer image, int offset, long bits) {
        switch (this) {
            case BOOL -> image.put(offset, (byte) (bits == 0 ? 0 : 1));
            case BYTE, USINT, CHAR, SINT -> image.put(offset, (byte) bits);
            case WORD, UINT, WCHAR, INT -> image.putShort(offset, (short) bits);
            case DINT, DWORD, UDINT -> image.putInt(offset, (int) bits);
            case LWORD, LINT, ULINT, LTIME, LDATE, LTOD, LDT, LREAL -> image.putLong(offset, bits);
            case REAL -> image.putFloat(offset, (float) Double.longBitsToDouble(bits));
            case TIME, DATE, TOD, DT -> image.putInt(offset, (int) (bits / nanosPerTick));
        }
    }
}
