package io.taktstrom.benchmarks.path;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How values stand in the messages of a contender. */
enum PayloadShape {
    /** Our JSON, and that of the Python path. */
    POINTS("\"point\":\"(?:\\w+\\.)?i(\\d+)\",\"value\":(\\d+),\"sourceTime\":(\\d+)"),
    /** A batch of Telegraf's metrics. */
    METRICS("\"i(\\d+)\":(\\d+)[^}]*\\},\"name\":\"[^\"]*\",\"tags\":\\{[^}]*\\},\"timestamp\":(\\d+)"),
    /** Our JSON, whose value is the millisecond of the change, 31 bits of it. */
    CLOCK("\"point\":\"i(\\d+)\",\"value\":(\\d+)");

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Pattern pattern;

    PayloadShape(String pattern) {
        this.pattern = Pattern.compile(pattern);
    }

    /** Counts all values of a message; source times are epoch nanoseconds. */
    void read(String payload, long now, Arrivals arrivals) {
        Matcher values = pattern.matcher(payload);
        while (values.find()) {
            long number = Long.parseLong(values.group(2));
            long changed = this == CLOCK ? changed(number, now) : Long.parseLong(values.group(3));
            arrivals.take(Integer.parseInt(values.group(1)), number, now - changed);
        }
    }

    private static long changed(long number, long now) {
        long millis = now / NANOS_PER_MILLI;
        return (millis - (millis - number & Integer.MAX_VALUE)) * NANOS_PER_MILLI;
    }
}
