package io.taktstrom.cli;

import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A value as someone types it, in the forms that {@link io.taktstrom.data.Values#put} takes.
 *
 * <p>Integers may also be {@code 16#FF} or {@code 0xFF}, {@code 8#17} and {@code 2#1010}; a {@code TIME} may be
 * {@code 250ms}, {@code T#1d2h} or {@code 49d17h2m47s295ms}; arrays and structures are JSON. Text is taken as it is.
 */
final class ValueInput {

    /** IEC 61131-3, 6.3.3: based literals; underscores may part digits. */
    private static final Pattern BASED = Pattern.compile("(?:(2|8|16)#|0[xX])([0-9A-Fa-f_]+)");

    /** IEC 61131-3, 6.3.4: duration literals; the prefix may be left out, underscores may part their units. */
    private static final Pattern DURATION = Pattern.compile(
            "(?:(?:T|LT|TIME|LTIME)#)?([+-]?)((?:\\d{1,9}(?:\\.\\d{1,9})?(?:ns|us|ms|s|m|h|d)_?)+)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern PART = Pattern.compile("[\\d.]+[a-z]+");

    private ValueInput() {}

    /** @throws IllegalArgumentException when the text is no value of this type; the message shows what would be */
    static Object parse(DataType type, String text) {
        if (type instanceof ArrayType || type instanceof StructType) {
            return json(type, text);
        }
        if (type instanceof ScalarType scalar) {
            return switch (scalar.kind()) {
                case SIGNED, UNSIGNED -> integer(text);
                case DURATION -> duration(scalar, text.strip());
                case BOOLEAN -> text.strip().toLowerCase(Locale.ROOT);
                default -> text;
            };
        }
        return text;
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

    private static Duration duration(ScalarType type, String text) {
        Matcher iec = DURATION.matcher(text);
        try {
            if (!iec.matches()) {
                return Duration.parse(text);
            }
            Matcher part = PART.matcher(iec.group(2).toLowerCase(Locale.ROOT));
            Duration sum = Duration.ZERO;
            while (part.find()) {
                sum = sum.plus(Durations.parse(part.group()));
            }
            return iec.group(1).equals("-") ? sum.negated() : sum;
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no " + type.text() + "; write 250ms, T#1d2h, 49d17h2m47s295ms or PT1H30M", e);
        }
    }

    private static Object json(DataType type, String text) {
        try {
            Object value = JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build()
                    .readValue(text, Object.class);
            if (value == null) {
                throw new IllegalArgumentException("null is no value for " + type.text());
            }
            return value;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    type.text() + " needs JSON such as " + (type instanceof ArrayType ? "[1,2,3]" : "{\"field\":1}")
                            + ": " + e.getOriginalMessage(),
                    e);
        }
    }
}
