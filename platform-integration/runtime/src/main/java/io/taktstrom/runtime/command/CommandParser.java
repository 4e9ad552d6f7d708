package io.taktstrom.runtime.command;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Closest;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the text of a command:
 *
 * <pre>{@code
 * {"id": "a-1", "point": "press1.setpoint", "value": 21.5, "expires": "2026-11-22T14:00:00Z", "expected": 20}
 * }</pre>
 *
 * <p>Strict, since it comes from outside: UTF-8, no key twice, none that is unknown, no nesting beyond what values have.
 */
final class CommandParser {

    static final int MAX_BYTES = 64 << 10;

    private static final int MAX_DEPTH = 16;
    private static final int MAX_NUMBER_DIGITS = 100;
    private static final int MAX_ID = 100;
    private static final int MAX_POINT = 250;

    private static final List<String> KEYS = List.of("id", "point", "value", "expires", "expected");

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER_DIGITS)
                            .maxStringLength(MAX_BYTES)
                            .maxDocumentLength(MAX_BYTES)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};

    private CommandParser() {}

    /** A text that is not a command: why, and what would be one. */
    static final class InvalidCommandException extends Exception {

        private static final long serialVersionUID = 1;

        private final String id;
        private final String point;

        InvalidCommandException(String message, String id, String point) {
            super(message);
            this.id = id;
            this.point = point;
        }

        /** Empty when it could not be read. */
        String id() {
            return id;
        }

        /** Empty when it could not be read. */
        String point() {
            return point;
        }
    }

    static CommandRequest parse(ByteBuffer text) throws InvalidCommandException {
        if (text.remaining() > MAX_BYTES) {
            throw new InvalidCommandException(
                    "the command has " + text.remaining() + " bytes, and may have " + MAX_BYTES, "", "");
        }
        Map<String, @Nullable Object> keys;
        try {
            keys = JSON.readValue(
                    StandardCharsets.UTF_8.newDecoder().decode(text).toString(), OBJECT);
        } catch (CharacterCodingException e) {
            throw new InvalidCommandException("the command is not valid UTF-8", "", "");
        } catch (JacksonException e) {
            throw new InvalidCommandException(
                    "the command is not a valid JSON object: " + e.getOriginalMessage(), "", "");
        }
        if (keys == null) {
            throw new InvalidCommandException("the command is null; write {\"id\": ...}", "", "");
        }
        String id = text(keys.get("id"), MAX_ID);
        String point = text(keys.get("point"), MAX_POINT);
        String problem = problem(keys, id, point);
        if (!problem.isEmpty()) {
            throw new InvalidCommandException(problem, id, point);
        }
        Object value = keys.get("value");
        Long expires = epochNanos(keys.get("expires"));
        if (value == null || expires == null) {
            String what = value == null
                    ? "value is missing"
                    : "expires '" + shown(keys.get("expires"))
                            + "' is not a valid time; write one such as 2026-11-22T14:00:00Z";
            throw new InvalidCommandException(what, id, point);
        }
        return new CommandRequest(id, point, value, expires, keys.get("expected"));
    }

    private static String problem(Map<String, @Nullable Object> keys, String id, String point) {
        for (String key : keys.keySet()) {
            if (!KEYS.contains(key)) {
                return "unknown key '" + shown(key) + "'; " + Closest.hint(key, KEYS);
            }
        }
        if (id.isEmpty() || !id.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            return "id must be text of 1 to " + MAX_ID + " visible ASCII characters without spaces";
        }
        return point.isEmpty() ? "point must be the name of a point" : "";
    }

    private static String text(@Nullable Object value, int max) {
        return value instanceof String text && text.length() <= max ? text : "";
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= MAX_ID ? text : text.substring(0, MAX_ID) + "...";
    }

    /** Null when it is not a time, or one that 64 bits of nanoseconds cannot hold. */
    private static @Nullable Long epochNanos(@Nullable Object value) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(String.valueOf(value));
            return Math.addExact(Math.multiplyExact(time.toEpochSecond(), 1_000_000_000L), time.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }
}
