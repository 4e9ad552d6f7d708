package io.taktstrom.sinks.format;

import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/**
 * What the value of a sample is to a receiver with types of its own, and where to find it in a batch without making an
 * object of it. A sample with a Bad status has no value, whatever its kind.
 */
public enum ValueKind {
    /** {@code BOOL}: {@code longAt(i) != 0}. */
    BOOLEAN,
    /** An integer that fits into 64 bits with a sign: {@code longAt(i)}. All but {@code ULINT} and {@code LWORD}. */
    INTEGER,
    /** {@code ULINT} and {@code LWORD}: {@code longAt(i)} without a sign, so that a half of them is beyond a {@code long}. */
    UNSIGNED,
    /** {@code REAL}: {@code (float) doubleAt(i)}. May be no number, or infinite. */
    FLOAT,
    /** {@code LREAL}: {@code doubleAt(i)}. May be no number, or infinite. */
    DOUBLE,
    /** Strings, characters, enumerations by name: {@link ValueText#text}. May hold any character, U+0000 too. */
    TEXT,
    /** {@code longAt(i)} nanoseconds, of {@code TIME} and {@code LTIME}. */
    DURATION,
    /** A day of the device's own calendar: {@code longAt(i)} nanoseconds since 1970. */
    DATE,
    /** {@code longAt(i)} nanoseconds since midnight. */
    TIME_OF_DAY,
    /** A time of the device's own calendar, whose zone is unknown: {@code longAt(i)} nanoseconds since 1970. */
    DATE_AND_TIME,
    /** Arrays and structures: {@link ValueText#json}. */
    JSON;

    /** The kind of all values of a type. */
    public static ValueKind of(DataType type) {
        if (type instanceof ScalarType scalar) {
            return switch (scalar.kind()) {
                case BOOLEAN -> BOOLEAN;
                case SIGNED -> INTEGER;
                case UNSIGNED -> scalar.imageBytes() == Long.BYTES ? UNSIGNED : INTEGER;
                case FLOAT -> scalar == ScalarType.REAL ? FLOAT : DOUBLE;
                case CHARACTER -> TEXT;
                case DURATION -> DURATION;
                case DATE -> DATE;
                case TIME_OF_DAY -> TIME_OF_DAY;
                case DATE_AND_TIME -> DATE_AND_TIME;
            };
        }
        return type instanceof StringType || type instanceof EnumType ? TEXT : JSON;
    }
}
