package io.taktstrom.testkit.contract;

import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;

/** For each type the values at its ends, a plain one between, and those that careless code gets wrong. */
public final class AwkwardValues {

    /** TIME and DT count 32 unsigned bits of milliseconds and seconds. */
    private static final long UDINT_MAX = 0xFFFF_FFFFL;

    private AwkwardValues() {}

    public static List<Object> of(DataType type) {
        if (type instanceof ScalarType scalar) {
            return scalar(scalar);
        }
        if (type instanceof StringType string) {
            return string(string);
        }
        if (type instanceof EnumType enumeration) {
            return enumeration.members().stream()
                    .<Object>map(EnumType.Member::name)
                    .toList();
        }
        if (type instanceof ArrayType array) {
            return List.of(array(array, 0, 0), array(array, 0, 1));
        }
        StructType structure = (StructType) type;
        return List.of(structure(structure, 0), structure(structure, 1), structure(structure, 2));
    }

    private static List<Object> scalar(ScalarType type) {
        return switch (type.kind()) {
            case BOOLEAN -> List.of(true, false);
            case SIGNED -> {
                long max = (1L << (8 * type.imageBytes() - 1)) - 1;
                yield List.of(-max - 1, -1L, 0L, 42L, max);
            }
            case UNSIGNED -> List.of(0L, 42L, largestUnsigned(type));
            case FLOAT -> floats(type);
            case CHARACTER -> type == ScalarType.CHAR ? List.of("A", "~") : List.of("A", "\u03a9");
            case DURATION ->
                type == ScalarType.TIME
                        ? List.of(Duration.ZERO, Duration.ofMillis(1500), Duration.ofMillis(UDINT_MAX))
                        : List.of(Duration.ZERO, Duration.ofNanos(1), Duration.ofDays(36_500));
            case DATE ->
                List.of(
                        LocalDate.of(1970, 1, 1),
                        LocalDate.of(2024, 2, 29),
                        type == ScalarType.DATE ? LocalDate.of(2106, 2, 7) : LocalDate.of(2262, 4, 11));
            case TIME_OF_DAY ->
                List.of(
                        LocalTime.MIDNIGHT,
                        LocalTime.of(12, 34, 56),
                        type == ScalarType.TOD ? LocalTime.of(23, 59, 59, 999_000_000) : LocalTime.MAX);
            case DATE_AND_TIME ->
                List.of(
                        LocalDateTime.of(1970, 1, 1, 0, 0),
                        LocalDateTime.of(2024, 2, 29, 23, 59, 59),
                        type == ScalarType.DT
                                ? LocalDateTime.of(2106, 2, 7, 6, 28, 15)
                                : LocalDateTime.of(2262, 4, 11, 23, 47, 16, 854_775_807));
        };
    }

    private static Object largestUnsigned(ScalarType type) {
        BigInteger max = BigInteger.ONE.shiftLeft(8 * type.imageBytes()).subtract(BigInteger.ONE);
        return max.bitLength() < Long.SIZE ? (Object) max.longValue() : max;
    }

    private static List<Object> floats(ScalarType type) {
        return type == ScalarType.REAL
                ? List.of(
                        0f,
                        -1.5f,
                        Float.MIN_VALUE,
                        -Float.MAX_VALUE,
                        Float.NaN,
                        Float.POSITIVE_INFINITY,
                        Float.NEGATIVE_INFINITY,
                        -0f)
                : List.of(
                        0.0,
                        -1.5,
                        Double.MIN_VALUE,
                        -Double.MAX_VALUE,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        -0.0);
    }

    private static List<Object> string(StringType type) {
        // A clef beyond the 16-bit plane takes two units of UTF-16; the euro sign is 0x80 in windows-1252.
        String letters =
                type.encoding() == StringType.Encoding.WINDOWS_1252 ? "\u00e4\u00df\u20ac" : "\u03a9\ud834\udd1e";
        String full = "x".repeat(type.length());
        int units = letters.getBytes(type.encoding().charset()).length
                / type.encoding().unitBytes();
        return type.length() < units
                ? List.of("", full)
                : List.of("", full, letters, letters + "x".repeat(type.length() - units));
    }

    private static List<Object> array(ArrayType type, int dimension, int turn) {
        boolean innermost = dimension >= type.bounds().size() - 1;
        int count = type.bounds().isEmpty() ? 3 : type.bounds().get(dimension).count();
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(innermost ? nth(type.element(), turn + i) : array(type, dimension + 1, turn + i));
        }
        return elements;
    }

    private static Map<String, Object> structure(StructType type, int turn) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (StructType.Field field : type.fields()) {
            fields.put(field.name(), nth(field.type(), turn + fields.size()));
        }
        return fields;
    }

    private static Object nth(DataType type, int n) {
        List<Object> values = of(type);
        return values.get(n % values.size());
    }
}
