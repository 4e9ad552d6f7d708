package io.taktstrom.connect.sink;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** A record's value as the text of a command: text and bytes as they are, structures and maps as JSON. */
final class CommandText {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private CommandText() {}

    /** A value that is not a command gives a text that the gate refuses. */
    static ByteBuffer of(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (value instanceof ByteBuffer bytes) {
            return bytes.duplicate();
        }
        String text = value == null ? "" : value instanceof String given ? given : json(value);
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A producer decides the scale of a decimal, and how many levels there are. */
    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(plain(value));
        } catch (JacksonException e) {
            return "cannot be JSON: " + e.getOriginalMessage();
        }
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Struct struct) {
            Map<String, @Nullable Object> keys = new LinkedHashMap<>();
            for (Field field : struct.schema().fields()) {
                Object inner = struct.get(field);
                // An absent optional field is left out: the gate takes no unknown key, even if it is empty.
                if (inner != null) {
                    keys.put(field.name(), plain(inner));
                }
            }
            return keys;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> keys = new LinkedHashMap<>();
            map.forEach((key, inner) -> keys.put(String.valueOf(key), plain(inner)));
            return keys;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(CommandText::plain).toList();
        }
        if (value instanceof Date time) {
            return time.toInstant().toString();
        }
        return value == null || value instanceof Number || value instanceof Boolean ? value : value.toString();
    }
}
