package io.taktstrom.sinks.format;

import java.util.List;

/** How a time is written in text. */
public enum TimeFormat {
    /** {@code 2026-11-21T07:05:09.000000001Z}, a text. */
    RFC3339("rfc3339", 0),
    /** Whole milliseconds since 1970, a number; what is finer is cut off. */
    EPOCH_MILLIS("epochMillis", 1_000_000),
    /** Whole microseconds since 1970, a number. */
    EPOCH_MICROS("epochMicros", 1_000),
    /** Nanoseconds since 1970, a number, of which a reader that takes numbers for doubles loses the last three digits. */
    EPOCH_NANOS("epochNanos", 1);

    private final String word;
    private final long nanosPerTick;

    TimeFormat(String word, long nanosPerTick) {
        this.word = word;
        this.nanosPerTick = nanosPerTick;
    }

    /** Its name in a deployment. */
    public String word() {
        return word;
    }

    /** All names. */
    public static List<String> words() {
        return Words.of(values(), TimeFormat::word);
    }

    /** By its name. */
    public static TimeFormat of(String word) {
        return Words.find("time format", word, values(), TimeFormat::word);
    }

    /** Whether it is a number. */
    boolean isNumber() {
        return this != RFC3339;
    }

    /** In the ticks of a format that is a number. */
    long ticks(long epochNanos) {
        return Math.floorDiv(epochNanos, nanosPerTick);
    }
}
