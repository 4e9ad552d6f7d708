package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.mqtt.MqttPeer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One message as the other client heard it. */
public record Heard(
        String topic,
        String payload,
        int qos,
        boolean retain,
        String contentType,
        String correlation,
        long expiry,
        Map<String, String> properties) {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final long NANOS = 1_000_000_000;

    public static List<Heard> by(MqttPeer peer) throws IOException {
        return MAPPER.readTree(peer.messages()).valueStream().map(Heard::of).toList();
    }

    private static Heard of(JsonNode json) {
        Map<String, String> properties = new TreeMap<>();
        json.get("properties")
                .properties()
                .forEach(
                        entry -> properties.put(entry.getKey(), entry.getValue().stringValue()));
        return new Heard(
                json.get("topic").stringValue(),
                new String(Base64.getDecoder().decode(json.get("payload").stringValue()), StandardCharsets.UTF_8),
                json.get("qos").intValue(),
                json.get("retain").booleanValue(),
                json.get("contentType").stringValue(""),
                json.get("correlation").stringValue(),
                json.get("expiry").longValue(0),
                properties);
    }

    /** Of a message of format {@code json}. */
    ReceivedSample sample() {
        Map<?, ?> json = MAPPER.readValue(payload, Map.class);
        return new ReceivedSample(
                String.valueOf(json.get("point")),
                json.get("value"),
                String.valueOf(json.get("status")),
                time(json.get("sourceTime")),
                time(json.get("receivedAt")));
    }

    private static long time(@Nullable Object json) {
        if (json == null) {
            return SampleBatch.NO_TIME;
        }
        Instant instant = Instant.parse(json.toString());
        return instant.getEpochSecond() * NANOS + instant.getNano();
    }
}
