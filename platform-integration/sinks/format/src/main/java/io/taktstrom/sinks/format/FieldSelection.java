package io.taktstrom.sinks.format;

import java.util.List;

/**
 * What of a sample goes out, in order, and how.
 *
 * @param fields at least one, none twice
 * @param times the form of {@code sourceTime} and {@code receivedAt} in text; binary formats have nanoseconds
 * @param stream name of the stream, for {@link Field#STREAM}
 */
public record FieldSelection(List<Field> fields, TimeFormat times, String stream) {

    /** What a sample is: {@code point, value, status, sourceTime, receivedAt}, with times after RFC 3339. */
    public static final FieldSelection STANDARD = new FieldSelection(
            List.of(Field.POINT, Field.VALUE, Field.STATUS, Field.SOURCE_TIME, Field.RECEIVED_AT),
            TimeFormat.RFC3339,
            "");

    public FieldSelection {
        fields = List.copyOf(fields);
        if (fields.isEmpty() || fields.stream().distinct().count() < fields.size()) {
            throw new IllegalArgumentException("fields " + fields + ": at least one, and none twice");
        }
    }

    /** Of the fields of a stream. */
    public static FieldSelection of(List<String> keys, TimeFormat times, String stream) {
        return new FieldSelection(keys.stream().map(Field::of).toList(), times, stream);
    }

    public boolean has(Field field) {
        return fields.contains(field);
    }
}
