package io.taktstrom.deployment;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;

/**
 * A rule that raises an alarm and clears it.
 *
 * @param name unique in a deployment
 * @param rule what it watches for
 * @param raiseAfter how long that must last
 * @param clearAfter how long it must be over
 * @param severity how bad it is
 * @param text what to say to people; empty to let the rule speak for itself
 * @param labels what it is about, for those who are told
 */
public record AlarmConfig(
        String name,
        AlarmRule rule,
        Duration raiseAfter,
        Duration clearAfter,
        Severity severity,
        String text,
        Map<String, String> labels) {

    /** Names of the points that say whether alarms are raised begin so. */
    public static final String PREFIX = "alarm.";

    public AlarmConfig {
        labels = Map.copyOf(labels);
    }

    /** Without labels. */
    public AlarmConfig(
            String name, AlarmRule rule, Duration raiseAfter, Duration clearAfter, Severity severity, String text) {
        this(name, rule, raiseAfter, clearAfter, severity, text, Map.of());
    }

    /** How bad. */
    public enum Severity {
        WARNING("warning"),
        CRITICAL("critical");

        private final String text;

        Severity(String text) {
            this.text = text;
        }

        /** Its name in the file. */
        public String text() {
            return text;
        }
    }

    /** What it watches for, as the file has it under {@code when}. */
    public String word() {
        if (rule instanceof AlarmRule.Limit limit) {
            return limit.above() ? "above" : "below";
        }
        return rule instanceof AlarmRule.Equal
                ? "equals"
                : rule.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** The point that is TRUE while it is raised. Streams choose it by its name, as any other. */
    public DataPoint point() {
        return new DataPoint(
                PREFIX + name, PREFIX + name, ScalarType.BOOL, false, "", Map.of("severity", severity.text()));
    }
}
