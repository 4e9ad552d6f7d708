package io.taktstrom.sinks.message;

import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;

/** What of a template is known once a stream is. */
public final class Names {

    private Names() {}

    /** The template with the names of sink, stream and this machine filled in. */
    public static Template known(Template template, String sink, String stream) {
        return PayloadOptions.ofSink(template, sink).with(Template.Name.STREAM, stream);
    }

    /** A text as a part of a Kafka topic's name. */
    public static String topic(String text) {
        return text.replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
