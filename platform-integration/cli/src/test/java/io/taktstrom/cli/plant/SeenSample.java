package io.taktstrom.cli.plant;

import java.time.Instant;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sample of a counter as a receiver has it.
 *
 * @param value whole, its fraction is left out; -1 where there is none
 * @param receivedAt by takt's clock, epoch nanoseconds
 * @param sequence of its source, or -1 where it is not written
 */
public record SeenSample(String point, long value, String status, long receivedAt, long sequence) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Reads the format {@code json}. */
    public static SeenSample ofJson(String line) {
        JsonNode json = JSON.readTree(line);
        Instant at = Instant.parse(json.get("receivedAt").stringValue());
        return new SeenSample(
                json.get("point").stringValue(),
                json.get("value").isNumber()
                        ? (long) Math.floor(json.get("value").doubleValue())
                        : -1,
                json.get("status").stringValue(),
                nanos(at),
                json.has("sequence") ? json.get("sequence").longValue() : -1);
    }

    public static long nanos(Instant at) {
        return at.getEpochSecond() * 1_000_000_000L + at.getNano();
    }

    public static long now() {
        return nanos(Instant.now());
    }

    public boolean isBad() {
        return value < 0 || status.startsWith("Bad");
    }

    /** Whether it says that samples before it are lost. */
    public boolean isMarked() {
        return status.contains("Overflow");
    }
}
