package io.taktstrom.brokers;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.testkit.ReceivedSample;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A message as a broker gave it to a third-party reader.
 *
 * @param key Kafka's key, or AMQP's routing key; null when there is none
 * @param base64 its body
 * @param headers as text, in the order in which they stand
 * @param properties what else the broker says of it: {@code partition}, {@code timestamp}, {@code content_type} and so on
 */
public record ReadMessage(
        @Nullable String key, String base64, Map<String, String> headers, Map<String, String> properties) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Reads the line that a reader prints for a message: an object whose key, value and headers are Base64. */
    static ReadMessage parse(String line) {
        JsonNode json = JSON.readTree(line);
        Map<String, String> headers = new LinkedHashMap<>();
        json.get("headers").properties().forEach(each -> headers.put(each.getKey(), text(each.getValue())));
        Map<String, String> properties = new LinkedHashMap<>();
        json.get("properties")
                .properties()
                .forEach(each -> properties.put(each.getKey(), each.getValue().asString()));
        JsonNode key = json.get("key");
        return new ReadMessage(
                key.isNull() ? null : text(key), json.get("value").stringValue(), headers, properties);
    }

    private static String text(JsonNode base64) {
        return new String(Base64.getDecoder().decode(base64.stringValue()), StandardCharsets.UTF_8);
    }

    /** The body. */
    public byte[] bytes() {
        return Base64.getDecoder().decode(base64);
    }

    /** The sample of a body in the format {@code json}. */
    public ReceivedSample asSample() {
        Map<?, ?> sample = JSON.readValue(bytes(), Map.class);
        return new ReceivedSample(
                String.valueOf(sample.get("point")),
                sample.get("value"),
                String.valueOf(sample.get("status")),
                time(sample.get("sourceTime")),
                time(sample.get("receivedAt")));
    }

    private static long time(@Nullable Object json) {
        if (json == null) {
            return SampleBatch.NO_TIME;
        }
        Instant instant = Instant.parse(json.toString());
        return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
    }

    /** The numbers that bodies have as their {@code value}. */
    public static List<Long> values(List<ReadMessage> messages) {
        return messages.stream()
                .map(message -> message.json().get("value").longValue())
                .toList();
    }

    /** The body as JSON. */
    public JsonNode json() {
        return JSON.readTree(bytes());
    }

    /** The body as UTF-8. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
