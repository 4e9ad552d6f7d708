package io.taktstrom.benchmarks.path;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How values stand in the messages of a contender. */
enum PayloadShape {
    /** Our JSON, and that of the Python path. */
    POINTS("\"point\":\"(?:\\w+\\.)?i(\\d+)\",\"value\":(\\d+),\"sourceTime\":(\\d+)"),
    /** A batch of Telegraf's metrics. */
    METRICS("\"i(\\d+)\":(\\d+)[^}]*\\},\"name\":\"[^\"]*\",\"tags\":\\{[^}]*\\},\"timestamp\":(\\d+)");

    private final Pattern pattern;

    PayloadShape(String pattern) {
        this.pattern = Pattern.compile(pattern);
    }

    /** Counts all values of a message; source times are epoch nanoseconds. */
    void read(String payload, long now, Arrivals arrivals) {
        Matcher values = pattern.matcher(payload);
        while (values.find()) {
            arrivals.take(
                    Integer.parseInt(values.group(1)),
                    Long.parseLong(values.group(2)),
                    now - Long.parseLong(values.group(3)));
        }
    }
}
