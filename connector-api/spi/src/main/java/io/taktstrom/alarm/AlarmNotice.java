package io.taktstrom.alarm;

import java.util.Locale;
import java.util.Map;

/**
 * What a receiver is told of one alarm.
 *
 * @param kind what happened
 * @param alarm the alarm's name in the deployment
 * @param severity {@code warning} or {@code critical}
 * @param labels of the alarm
 * @param text what the alarm is about, on one line; what devices say may be in it
 * @param since when the alarm was raised, or cleared, epoch nanoseconds
 */
public record AlarmNotice(
        Kind kind, String alarm, String severity, Map<String, String> labels, String text, long since) {

    /** What happened. */
    public enum Kind {
        RAISED,
        /** It is raised still, and not acknowledged. */
        REPEATED,
        /** It was not acknowledged in time by those who were told before. */
        ESCALATED,
        CLEARED;

        /** Its name in messages. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public AlarmNotice {
        labels = Map.copyOf(labels);
    }

    /** Whether the alarm is raised. */
    public boolean isActive() {
        return kind != Kind.CLEARED;
    }
}
