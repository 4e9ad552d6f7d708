package io.taktstrom.sinks.http;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmNotice;
import io.taktstrom.sinks.format.AlarmText;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What a webhook is sent. */
enum WebhookBody {
    /** All of it, as an object. */
    JSON(100) {
        @Override
        void write(JsonGenerator json, AlarmMessage message, long now) {
            json.writeStartObject();
            json.writeStringProperty("source", message.source());
            json.writeArrayPropertyStart("alarms");
            for (AlarmNotice notice : message.notices()) {
                json.writeStartObject();
                json.writeStringProperty("alarm", notice.alarm());
                json.writeStringProperty("event", notice.kind().text());
                json.writeStringProperty("severity", notice.severity());
                json.writeStringProperty("text", notice.text());
                json.writeStringProperty("since", time(notice.since()));
                json.writeName("labels");
                write(json, new TreeMap<>(notice.labels()));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberProperty("more", message.more());
            json.writeEndObject();
        }
    },
    /** {@code {"text": "..."}}, as incoming webhooks of Slack and Mattermost take it. */
    TEXT(20) {
        @Override
        void write(JsonGenerator json, AlarmMessage message, long now) {
            json.writeStartObject();
            json.writeStringProperty("text", shown(AlarmText.title(message) + "\n" + AlarmText.lines(message)));
            json.writeEndObject();
        }

        /**
         * What a device says must neither make links nor call people: Slack reads {@code <}, {@code >} and {@code &} (api.slack.com,
         * formatting text for app surfaces), others an {@code @}.
         */
        private static String shown(String text) {
            return text.replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .replace("@", "@\u200b");
        }
    },
    /** {@code postableAlerts} of Alertmanager's API v2 (its api/v2/openapi.yaml). */
    ALERTMANAGER(1000) {
        @Override
        void write(JsonGenerator json, AlarmMessage message, long now) {
            json.writeStartArray();
            for (AlarmNotice notice : message.notices()) {
                Map<String, String> labels = new TreeMap<>();
                notice.labels().forEach((name, value) -> labels.put(label(name), value));
                labels.put("alertname", notice.alarm());
                labels.put("severity", notice.severity());
                labels.put("source", message.source());
                json.writeStartObject();
                json.writeName("labels");
                write(json, labels);
                json.writeName("annotations");
                write(json, Map.of("summary", notice.text()));
                if (notice.isActive()) {
                    json.writeStringProperty("startsAt", time(notice.since()));
                }
                // Without a start, one with an end begins there.
                json.writeStringProperty("endsAt", time(notice.isActive() ? now + KEPT.toNanos() : notice.since()));
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        /** Names of labels as Alertmanager takes them. */
        private static String label(String name) {
            String right = name.replaceAll("[^A-Za-z0-9_]", "_");
            return right.isEmpty() || Character.isDigit(right.charAt(0)) ? "_" + right : right;
        }
    };

    /** Alertmanager forgets alerts when it restarts, so they are sent again, as Prometheus does it. */
    static final Duration REFRESH = Duration.ofMinutes(1);

    /** An alert that is not sent again for so long is over. */
    static final Duration KEPT = REFRESH.multipliedBy(5);

    private static final JsonFactory FACTORY = new JsonFactory();

    private final int maxNotices;

    WebhookBody(int maxNotices) {
        this.maxNotices = maxNotices;
    }

    static WebhookBody of(String word) {
        return Arrays.stream(values())
                .filter(body -> body.word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    int maxNotices() {
        return maxNotices;
    }

    /** @param now epoch nanoseconds */
    byte[] of(AlarmMessage message, long now) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), content)) {
            write(json, message, now);
        }
        return content.toByteArray();
    }

    abstract void write(JsonGenerator json, AlarmMessage message, long now);

    static void write(JsonGenerator json, Map<String, String> texts) {
        json.writeStartObject();
        texts.forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    static String time(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).toString();
    }
}
