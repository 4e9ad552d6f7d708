package io.taktstrom.s7.value;

import io.taktstrom.model.ScalarType;

/**
 * The elementary types of STEP 7, with their size in a CPU and the type of their samples.
 *
 * <p>Some samples have a type with a longer name than the CPU's: a S7 {@code TIME} is signed and a {@code DATE} goes on to
 * 2168, where the model's 32-bit forms stop; a {@code DATE_AND_TIME} and a {@code DTL} know fractions of a second.
 *
 * @see "SIMATIC STEP 7 S7-1500 programming guide, overview of the valid data types"
 */
public enum S7Scalar implements S7Type {
    BOOL(1, ScalarType.BOOL),
    BYTE(1, ScalarType.BYTE),
    WORD(2, ScalarType.WORD),
    DWORD(4, ScalarType.DWORD),
    LWORD(8, ScalarType.LWORD),
    SINT(1, ScalarType.SINT),
    USINT(1, ScalarType.USINT),
    INT(2, ScalarType.INT),
    UINT(2, ScalarType.UINT),
    DINT(4, ScalarType.DINT),
    UDINT(4, ScalarType.UDINT),
    LINT(8, ScalarType.LINT),
    ULINT(8, ScalarType.ULINT),
    REAL(4, ScalarType.REAL),
    LREAL(8, ScalarType.LREAL),
    CHAR(1, ScalarType.CHAR),
    WCHAR(2, ScalarType.WCHAR),
    /** Three BCD digits and a time base of 10 ms, 100 ms, 1 s or 10 s. */
    S5TIME(2, ScalarType.TIME),
    /** Milliseconds, signed. */
    TIME(4, ScalarType.LTIME),
    /** Nanoseconds, signed. */
    LTIME(8, ScalarType.LTIME),
    /** Days since 1990-01-01, unsigned. */
    DATE(2, ScalarType.LDATE),
    /** Milliseconds since midnight. */
    TOD(4, ScalarType.TOD),
    /** Nanoseconds since midnight. */
    LTOD(8, ScalarType.LTOD),
    /** BCD: year, month, day, hour, minute, second, milliseconds, day of the week; 1990 to 2089. */
    DATE_AND_TIME(8, ScalarType.LDT),
    /** Nanoseconds since 1970. */
    LDT(8, ScalarType.LDT),
    /** Binary: year, month, day, day of the week, hour, minute, second, nanoseconds. */
    DTL(12, ScalarType.LDT),
    /** What is left of a S5 timer, in the form of a {@link #S5TIME}; in the timer area only. */
    TIMER(2, ScalarType.TIME),
    /** Three BCD digits; in the counter area only. */
    COUNTER(2, ScalarType.UINT);

    /** Bits of a sample for wire bytes that are not a value of their type; no valid value of these types has them. */
    static final long INVALID = Long.MIN_VALUE;

    private final int wireBytes;
    private final ScalarType dataType;

    S7Scalar(int wireBytes, ScalarType dataType) {
        this.wireBytes = wireBytes;
        this.dataType = dataType;
    }

    @Override
    public String text() {
        return name();
    }

    @Override
    public int wireBytes() {
        return wireBytes;
    }

    @Override
    public ScalarType dataType() {
        return dataType;
    }
}
