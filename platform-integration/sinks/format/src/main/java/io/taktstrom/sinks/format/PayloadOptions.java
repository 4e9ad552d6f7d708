package io.taktstrom.sinks.format;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import org.jspecify.annotations.Nullable;

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

    /**
     * The option {@code format}.
     *
     * @param taken which formats the sink takes
     */
    public static Option<String> format(PayloadFormat standard, Predicate<PayloadFormat> taken) {
        return Option.choice(
                "format",
                PayloadFormat.words(taken),
                standard.word(),
                "How samples are written into a message; see the reference of formats.");
    }

    /** What the options {@link #FIELDS} and {@link #TIME_FORMAT} select. */
    public static FieldSelection selection(OptionValues options, String stream) {
        return FieldSelection.of(options.get(FIELDS), TimeFormat.of(options.get(TIME_FORMAT)), stream);
    }

    /**
     * An option that is a template.
     *
     * @param allowed what may be filled in
     * @param escape makes text of a device fit for the target
     * @param standard the default; null when it must be given
     */
    public static Option<Template> template(
            String name,
            Set<Template.Name> allowed,
            UnaryOperator<String> escape,
            @Nullable String standard,
            String description) {
        OptionType<Template> form = new OptionType.Form<>(
                "a text with placeholders", text -> Template.parse(required(text), allowed, escape));
        return new Option<>(name, form, standard, false, description);
    }

    private static String required(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("is empty; write a text, with placeholders such as {point} or without");
        }
        return text;
    }

    /** A template with all filled in that is known of a sink: its name, and the machine's. */
    public static Template ofSink(Template template, String sink) {
        Template named = template.with(Template.Name.SINK, sink);
        return named.has(Template.Name.HOST) ? named.with(Template.Name.HOST, host()) : named;
    }

    /** The name of this machine, as far as it knows it. */
    public static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
