package io.taktstrom.deployment;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.Glob;
import org.jspecify.annotations.Nullable;

/**
 * How alarms reach people, and what is kept of them.
 *
 * @param journal the file that has a line for each transition; null for none, and then nothing of alarms outlives the process
 * @param maxShelve longest time for which an alarm can be shelved
 * @param receivers who can be told, by name
 * @param rules which alarms go to whom
 */
public record NotificationConfig(
        @Nullable AuditConfig journal, Duration maxShelve, Map<String, Receiver> receivers, List<Rule> rules) {

    public static final Duration STANDARD_MAX_SHELVE = Duration.ofHours(24);

    /** No one is told. */
    public static final NotificationConfig NONE =
            new NotificationConfig(null, STANDARD_MAX_SHELVE, Map.of(), List.of());

    public NotificationConfig {
        receivers = Collections.unmodifiableMap(new LinkedHashMap<>(receivers));
        rules = List.copyOf(rules);
    }

    /**
     * Who can be told.
     *
     * @param groupWithin how long a first notice waits for others, which are sent with it
     * @param maxPerMinute most messages in a minute
     */
    public record Receiver(PartConfig part, Duration groupWithin, int maxPerMinute) {}

    /**
     * Which alarms go to whom.
     *
     * @param severities which; empty for any
     * @param alarms patterns of names; empty for any
     * @param labels what an alarm must have
     * @param to names of receivers
     * @param repeat how often they are told again while it is raised and not acknowledged; null for never
     * @param escalateTo names of further receivers
     * @param escalateAfter when they are told, if it is still raised and not acknowledged
     * @param cleared whether those who heard that an alarm was raised hear that it is cleared
     */
    public record Rule(
            List<String> severities,
            List<String> alarms,
            Map<String, String> labels,
            List<String> to,
            @Nullable Duration repeat,
            List<String> escalateTo,
            Duration escalateAfter,
            boolean cleared) {

        public Rule {
            severities = List.copyOf(severities);
            alarms = List.copyOf(alarms);
            labels = Map.copyOf(labels);
            to = List.copyOf(to);
            escalateTo = List.copyOf(escalateTo);
        }

        /** Whether it is for this alarm. */
        public boolean takes(AlarmConfig alarm) {
            return (severities.isEmpty() || severities.contains(alarm.severity().text()))
                    && alarm.labels().entrySet().containsAll(labels.entrySet())
                    && (alarms.isEmpty()
                            || alarms.stream()
                                    .anyMatch(pattern -> Glob.of(pattern).matches(alarm.name())));
        }
    }
}
