package io.taktstrom.runtime.value;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.descriptor.Closest;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A value as someone types it, or as JSON, in the forms that {@link io.taktstrom.data.Values#put} takes.
 *
 * <p>Integers may also be {@code 16#FF} or {@code 0xFF}, {@code 8#17} and {@code 2#1010}; times as {@link TimeInput} has
 * them; arrays and structures are JSON, in which the same forms may stand as text. Text is taken as it is.
 */
public final class ValueInput {

    /** IEC 61131-3, 6.3.3: based literals; underscores may part digits. */
    private static final Pattern BASED = Pattern.compile("(?:(2|8|16)#|0[xX])([0-9A-Fa-f_]+)");

    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d+");

    private ValueInput() {}

    /**
     * The value that a text stands for.
     *
     * @throws IllegalArgumentException when the text is not a value of this type; the message shows what would be
     */
    public static Object parse(DataType type, String text) {
        return type instanceof ArrayType || type instanceof StructType
                ? within(type, json(type, text))
                : single(type, text);
    }

    /**
     * The value that JSON stands for, in which the forms of single values may stand as text.
     *
     * @param value what a JSON reader makes of it, whole numbers and decimals in full precision
     * @throws IllegalArgumentException when it is not a value of this type; the message shows what would be
     */
    public static Object ofJson(DataType type, @Nullable Object value) {
        return within(type, present(type, value));
    }

    private static Object single(DataType type, String text) {
        if (type instanceof EnumType enumeration) {
            return member(enumeration, text);
        }
        if (type instanceof ScalarType scalar) {
            return switch (scalar.kind()) {
                case SIGNED, UNSIGNED -> integer(text);
                case DURATION -> TimeInput.duration(scalar, text);
                case DATE -> TimeInput.date(scalar, text);
                case TIME_OF_DAY -> TimeInput.timeOfDay(scalar, text);
                case DATE_AND_TIME -> TimeInput.dateAndTime(scalar, text);
                case BOOLEAN -> text.strip().toLowerCase(Locale.ROOT);
                default -> text;
            };
        }
        return text;
    }

    private static Object member(EnumType type, String text) {
        if (type.member(text) != null) {
            return text;
        }
        Object number = integer(text);
        if (number instanceof BigInteger || WHOLE.matcher(text).matches()) {
            return number;
        }
        List<String> names = type.members().stream().map(EnumType.Member::name).toList();
        String guess = Closest.guess(text, names);
        throw new IllegalArgumentException("'" + text + "' is not a valid " + type.text() + "; " + guess
                + (guess.isEmpty() ? "" : " ") + Closest.list(names));
    }

    private static Object integer(String text) {
        Matcher based = BASED.matcher(text);
        if (!based.matches()) {
            return text;
        }
        String base = based.group(1);
        try {
            return new BigInteger(based.group(2).replace("_", ""), base == null ? 16 : Integer.parseInt(base));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' has digits that its base does not have", e);
        }
    }

    /** What stands in JSON, in the forms of single values where it is text. */
    private static Object within(DataType type, Object value) {
        if (value instanceof List<?> list && type instanceof ArrayType array) {
            List<Object> items = new ArrayList<>();
            for (Object item : list) {
                boolean dimension = item instanceof List && !(array.element() instanceof ArrayType);
                items.add(within(dimension ? array : array.element(), present(array.element(), item)));
            }
            return items;
        }
        if (value instanceof Map<?, ?> map && type instanceof StructType structure) {
            Map<String, Object> fields = new LinkedHashMap<>();
            map.forEach((name, field) -> fields.put(String.valueOf(name), present(type, field)));
            for (StructType.Field field : structure.fields()) {
                fields.computeIfPresent(field.name(), (name, given) -> within(field, given));
            }
            return fields;
        }
        return value instanceof String text ? single(type, text) : value;
    }

    private static Object within(StructType.Field field, Object value) {
        try {
            return within(field.type(), value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field.name() + ": " + e.getMessage(), e);
        }
    }

    private static Object present(DataType type, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("null is not a valid value for " + type.text());
        }
        return value;
    }

    private static Object json(DataType type, String text) {
        try {
            Object value = JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build()
                    .readValue(text, Object.class);
            return present(type, value);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    type.text() + " needs JSON such as " + (type instanceof ArrayType ? "[1,2,3]" : "{\"field\":1}")
                            + ": " + e.getOriginalMessage(),
                    e);
        }
    }
}
