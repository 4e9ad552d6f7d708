package io.taktstrom.sinks.sql;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Objects of texts. Not hot. */
final class Json {

    private Json() {}

    static String of(Map<String, String> texts) {
        return new TreeMap<>(texts)
                .entrySet().stream()
                        .map(entry -> string(entry.getKey()) + ":" + string(entry.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
    }

    static String string(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (c < ' ') {
                json.append("\\u%04x".formatted(c));
            } else {
                json.append((char) c);
            }
        });
        return json.append('"').toString();
    }
}
