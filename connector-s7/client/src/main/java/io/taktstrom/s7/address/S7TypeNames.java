package io.taktstrom.s7.address;

import java.util.Arrays;
import java.util.stream.Collectors;

import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7Type;
import org.jspecify.annotations.Nullable;

/** How addresses name types. */
final class S7TypeNames {

    /** For messages. */
    static final String ALL =
            Arrays.stream(S7Scalar.values()).map(Enum::name).collect(Collectors.joining(" ")) + " STRING(n) WSTRING(n)";

    /** For messages. */
    static final String NODE_TYPES = "X B BYTE C CHAR I INT W WORD DI DINT DW DWORD R REAL LR LREAL S DT DTL";

    private S7TypeNames() {}

    /** The type with this name in STEP 7 or plc4j, or null. */
    static @Nullable S7Scalar scalar(String name) {
        return switch (name) {
            case "TIME_OF_DAY" -> S7Scalar.TOD;
            case "LTIME_OF_DAY" -> S7Scalar.LTOD;
            case "DT" -> S7Scalar.DATE_AND_TIME;
            case "DATE_AND_LTIME" -> S7Scalar.LDT;
            default -> {
                for (S7Scalar type : S7Scalar.values()) {
                    if (type.name().equals(name)) {
                        yield type;
                    }
                }
                yield null;
            }
        };
    }

    /**
     * The type with these letters in nodeS7, or null. Its own letters come first: a {@code D} is a double word. The forms
     * with a {@code Z} say that a time is UTC, which changes nothing about what the CPU has.
     */
    static @Nullable S7Scalar nodeS7(String letters) {
        return switch (letters) {
            case "B" -> S7Scalar.BYTE;
            case "C" -> S7Scalar.CHAR;
            case "I" -> S7Scalar.INT;
            case "W" -> S7Scalar.WORD;
            case "DI" -> S7Scalar.DINT;
            case "D", "DW" -> S7Scalar.DWORD;
            case "R" -> S7Scalar.REAL;
            case "LR" -> S7Scalar.LREAL;
            case "DTZ" -> S7Scalar.DATE_AND_TIME;
            case "DTLZ" -> S7Scalar.DTL;
            // A bit is an X, and behind S5 a number would be that of a byte.
            case "BOOL", "S5TIME", "TIMER", "COUNTER" -> null;
            default -> scalar(letters);
        };
    }

    static S7Type element(S7Type type) {
        return type instanceof S7Array array ? array.element() : type;
    }

    static boolean isBits(S7Type type) {
        return element(type) == S7Scalar.BOOL;
    }
}
