package io.taktstrom.cli.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import ch.qos.logback.classic.Level;
import io.taktstrom.descriptor.Closest;
import org.jspecify.annotations.Nullable;

/**
 * From which level on each part is logged.
 *
 * @param all of all parts that are not named; null when not given: then info of the deployment, and warnings of libraries
 * @param parts by part: {@link #TAKT} for the deployment itself, or a logger
 */
public record LogLevels(@Nullable Level all, Map<String, Level> parts) {

    public static final LogLevels STANDARD = new LogLevels(null, Map.of());

    /** The deployment itself: connections, sinks, streams, alarms. */
    public static final String TAKT = "takt";

    private static final List<String> LEVELS = List.of("error", "warn", "info", "debug", "trace", "off");

    /** Short names of loggers. */
    private static final Map<String, List<String>> SHORT = Map.of(
            "stream", List.of("io.taktstrom.stream"),
            "ads", List.of("io.taktstrom.ads"),
            "s7", List.of("io.taktstrom.s7", "org.apache.plc4x"),
            "opcua", List.of("io.taktstrom.opcua", "org.eclipse.milo"),
            "mqtt", List.of("io.taktstrom.sinks.mqtt", "com.hivemq", "org.eclipse.paho"),
            "kafka", List.of("io.taktstrom.sinks.kafka", "org.apache.kafka"),
            "amqp", List.of("io.taktstrom.sinks.amqp", "com.rabbitmq"),
            "sql", List.of("io.taktstrom.sinks.sql", "org.postgresql"));

    public LogLevels {
        parts = Map.copyOf(parts);
    }

    /**
     * Reads a value of the command line: {@code debug}, {@code kafka=debug,ads=trace}, {@code warn,takt=info}.
     *
     * @throws IllegalArgumentException when a level or a part is unknown: which, and what is known
     */
    public static LogLevels parse(String text) {
        Level all = null;
        Map<String, Level> parts = new LinkedHashMap<>();
        for (String each : text.split(",", -1)) {
            String[] pair = each.strip().split("=", 2);
            Level level = level(pair[pair.length - 1].strip());
            if (pair.length == 1) {
                all = level;
            } else {
                loggers(pair[0].strip()).forEach(logger -> parts.put(logger, level));
            }
        }
        return new LogLevels(all, parts);
    }

    private static Level level(String word) {
        String small = word.toLowerCase(Locale.ROOT);
        if (!LEVELS.contains(small)) {
            throw new IllegalArgumentException("unknown level '" + word + "'; " + Closest.hint(small, LEVELS));
        }
        return Level.toLevel(small);
    }

    private static List<String> loggers(String part) {
        if (part.equals(TAKT) || part.contains(".")) {
            return List.of(part);
        }
        List<String> known = SHORT.get(part);
        if (known == null) {
            List<String> names = new ArrayList<>(SHORT.keySet());
            names.add(TAKT);
            names.sort(null);
            throw new IllegalArgumentException("unknown part '" + part + "'; " + Closest.hint(part, names)
                    + ", or a logger such as org.apache.kafka");
        }
        return known;
    }

    /** Of the deployment itself. */
    Level ofTakt() {
        return parts.getOrDefault(TAKT, all == null ? Level.INFO : all);
    }

    /** Of libraries that are not named. */
    Level ofLibraries() {
        return all == null ? Level.WARN : all;
    }

    /** Whether stack traces are shown. */
    boolean hasTraces() {
        return parts.values().stream().anyMatch(LogLevels::isFine) || isFine(ofLibraries());
    }

    private static boolean isFine(Level level) {
        return level.levelInt <= Level.DEBUG_INT;
    }
}
