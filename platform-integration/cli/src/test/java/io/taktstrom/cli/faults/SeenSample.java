package io.taktstrom.cli.faults;

import java.time.Instant;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sample of a counter as a receiver has it.
 *
 * @param value -1 where there is none
 * @param receivedAt by takt's clock, epoch nanoseconds
 */
record SeenSample(String point, long value, String status, long receivedAt) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Reads the format {@code json}. */
    static SeenSample ofJson(String line) {
        JsonNode json = JSON.readTree(line);
        Instant at = Instant.parse(json.get("receivedAt").stringValue());
        return new SeenSample(
                json.get("point").stringValue(),
                json.get("value").isNumber() ? json.get("value").longValue() : -1,
                json.get("status").stringValue(),
                nanos(at));
    }

    static long nanos(Instant at) {
        return at.getEpochSecond() * 1_000_000_000L + at.getNano();
    }

    static long now() {
        return nanos(Instant.now());
    }

    boolean isBad() {
        return value < 0 || status.startsWith("Bad");
    }

    /** Whether it says that samples before it are lost. */
    boolean isMarked() {
        return status.contains("Overflow");
    }
}
