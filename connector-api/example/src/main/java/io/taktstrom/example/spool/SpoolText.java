package io.taktstrom.example.spool;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;

/** A sample as a line: {@code press1.temp Good 1795331109000000001 1795331109000000002 21.5}. */
final class SpoolText {

    private SpoolText() {}

    static void append(SampleBatch batch, int i, StringBuilder out) {
        int status = batch.statusAt(i);
        out.append(encoded(batch.group().points().get(batch.pointAt(i)).name()))
                .append(' ')
                .append(StatusCode.name(status))
                .append(' ')
                .append(batch.sourceTimeAt(i))
                .append(' ')
                .append(batch.receivedAt())
                .append(' ')
                .append(StatusCode.isBad(status) ? "" : text(Values.get(batch, i)))
                .append('\n');
    }

    private static String text(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(SpoolText::text).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(field -> encoded(field.getKey().toString()) + "=" + text(field.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        return encoded(value.toString());
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
