package io.taktstrom.sinks.message;

import java.net.InetAddress;
import java.net.UnknownHostException;

import io.taktstrom.sinks.format.Template;

/** What of a template is known once a stream is. */
public final class Names {

    private Names() {}

    /** The template with the names of sink, stream and this machine filled in. */
    public static Template known(Template template, String sink, String stream) {
        return template.with(Template.Name.SINK, sink)
                .with(Template.Name.STREAM, stream)
                .with(Template.Name.HOST, host());
    }

    /** A text as a part of a Kafka topic's name. */
    public static String topic(String text) {
        return text.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
