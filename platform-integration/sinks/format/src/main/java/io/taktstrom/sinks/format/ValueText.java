package io.taktstrom.sinks.format;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/**
 * A sample's value as text.
 *
 * <p>Booleans are {@code true} and {@code false}; integers all their digits; {@code REAL} and {@code LREAL} the fewest
 * digits that give the same number back, and {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"} as JSON strings
 * since JSON has no such numbers; characters and strings are strings, and so are times, in ISO 8601; an enumeration is
 * its member's name, or the number where none has it; arrays and structures are JSON arrays and objects.
 *
 * <p>Hot for booleans, numbers, characters, strings and enumerations; times, arrays and structures allocate.
 */
public final class ValueText {

    private ValueText() {}

    /** Texts by name as a JSON object, sorted. */
    public static void json(Map<String, String> texts, TextBuffer out) {
        json((Object) new TreeMap<>(texts), out);
    }

    /** {@code Good}, {@code Uncertain} or {@code Bad}. */
    public static String quality(int status) {
        return StatusCode.isBad(status) ? "Bad" : StatusCode.isGood(status) ? "Good" : "Uncertain";
    }

    /** As JSON. */
    public static void json(SampleBatch batch, int i, TextBuffer out) {
        DataType type = batch.group().typeAt(batch.pointAt(i));
        long bits = batch.longAt(i);
        if (type instanceof ScalarType scalar && writeNumber(scalar, bits, out)) {
            return;
        }
        if (type == ScalarType.CHAR || type == ScalarType.WCHAR) {
            out.put('"');
            out.jsonCharacter((int) bits);
            out.put('"');
        } else if (type instanceof EnumType enumeration) {
            EnumType.Member member = enumeration.member(bits);
            if (member == null) {
                out.number(bits);
            } else {
                out.jsonString(member.name());
            }
        } else if (type instanceof StringType) {
            out.jsonString(batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i));
        } else {
            json(Values.get(batch, i), out);
        }
    }

    /** The same without the quotes of a string. */
    public static void text(SampleBatch batch, int i, TextBuffer out) {
        DataType type = batch.group().typeAt(batch.pointAt(i));
        if (type instanceof ScalarType scalar && writeNumber(scalar, batch.longAt(i), out)) {
            return;
        }
        if (type == ScalarType.CHAR || type == ScalarType.WCHAR) {
            out.codePoint((int) batch.longAt(i));
        } else if (type instanceof StringType) {
            out.utf8(batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i));
        } else if (type.isInline()) {
            out.utf8(Values.get(batch, i).toString());
        } else {
            json(Values.get(batch, i), out);
        }
    }

    private static boolean writeNumber(ScalarType type, long bits, TextBuffer out) {
        switch (type.kind()) {
            case BOOLEAN -> out.ascii(bits == 0 ? "false" : "true");
            case SIGNED -> out.number(bits);
            case UNSIGNED -> out.unsigned(bits);
            case FLOAT -> {
                double value = Double.longBitsToDouble(bits);
                if (!Double.isFinite(value)) {
                    return false;
                }
                if (type == ScalarType.REAL) {
                    Decimals.writeReal((float) value, out);
                } else {
                    Decimals.writeLreal(value, out);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** A value as {@link io.taktstrom.data.Values} gives it, as JSON. */
    public static void json(Object value, TextBuffer out) {
        if (value instanceof List<?> list) {
            out.put('[');
            for (int i = 0; i < list.size(); i++) {
                if (i > 0) {
                    out.put(',');
                }
                json(list.get(i), out);
            }
            out.put(']');
        } else if (value instanceof Map<?, ?> map) {
            char before = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.put(before);
                out.jsonString(String.valueOf(entry.getKey()));
                out.put(':');
                json(entry.getValue(), out);
                before = ',';
            }
            if (map.isEmpty()) {
                out.put('{');
            }
            out.put('}');
        } else {
            jsonScalar(value, out);
        }
    }

    private static void jsonScalar(Object value, TextBuffer out) {
        if (value instanceof Float real && Float.isFinite(real)) {
            Decimals.writeReal(real, out);
        } else if (value instanceof Double lreal && Double.isFinite(lreal)) {
            Decimals.writeLreal(lreal, out);
        } else if (value instanceof Boolean || value instanceof Long || value instanceof java.math.BigInteger) {
            out.ascii(value.toString());
        } else {
            out.jsonString(value.toString());
        }
    }
}
