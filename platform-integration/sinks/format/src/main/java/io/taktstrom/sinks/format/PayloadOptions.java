package io.taktstrom.sinks.format;

import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;

/** Options of what goes into files and messages, the same for every sink that has them. */
public final class PayloadOptions {

    /** The fields of a sample. */
    public static final Option<List<String>> FIELDS = Option.words(
            "fields",
            Field.keys(),
            String.join(
                    ", ",
                    FieldSelection.STANDARD.fields().stream().map(Field::key).toList()),
            "What of a sample is written, in this order.");

    /** The form of times in text. */
    public static final Option<String> TIME_FORMAT = Option.choice(
            "timeFormat",
            TimeFormat.words(),
            TimeFormat.RFC3339.word(),
            "How sourceTime and receivedAt are written in text: after RFC 3339 with nanoseconds, or as a whole number since 1970.");

    private PayloadOptions() {}

    /** What the options {@link #FIELDS} and {@link #TIME_FORMAT} select. */
    public static FieldSelection selection(OptionValues options, String stream) {
        return FieldSelection.of(options.get(FIELDS), TimeFormat.of(options.get(TIME_FORMAT)), stream);
    }

    /** A text as a part of the name of a topic of Kafka. */
    public static String topicName(String text) {
        return text.replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
