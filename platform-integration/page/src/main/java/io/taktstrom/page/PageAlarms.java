package io.taktstrom.page;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.page.access.AccessLog;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.alarm.AlarmRequest;
import io.taktstrom.runtime.health.AlarmHandling;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The alarms, and what an operator makes of them. Each action is in the audit. Thread-safe. */
final class PageAlarms implements AutoCloseable {

    private static final int MAX_SHOWN = 50;
    private static final int MAX_TEXT = 500;
    private static final JsonMapper JSON = new JsonMapper();

    private final RunningDeployment running;
    private final AccessLog log;
    /** The audit waits for a disk, and a request must not. */
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    private final ScheduledTask task;

    /** @param notices receives unexpected failures */
    PageAlarms(RunningDeployment running, AccessLog log, Consumer<Throwable> notices) {
        this.running = running;
        this.log = log;
        task = ScheduledTask.pooled("takt-page-alarms", this::doWork, () -> {}, notices);
        task.begin();
    }

    /**
     * What someone wants to make of alarms.
     *
     * @param action acknowledge, shelve or unshelve
     * @param alarms a name or a pattern
     * @param time how long to shelve, such as {@code 1h}
     */
    record Wish(
            String action,
            String alarms,
            @Nullable String comment,
            @Nullable String time) {

        /** @throws IllegalArgumentException when it is not a wish: why */
        AlarmRequest request(String who) {
            if (alarms.length() > MAX_TEXT) {
                throw new IllegalArgumentException(
                        "the pattern has " + alarms.length() + " characters (maximum " + MAX_TEXT + ")");
            }
            AlarmRequest.Action meant = List.of(AlarmRequest.Action.values()).stream()
                    .filter(each -> word(each).equals(action))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "unknown action '" + DisplayText.of(action) + "': acknowledge, shelve or unshelve"));
            String said = comment == null ? "" : comment;
            if (said.length() > MAX_TEXT) {
                throw new IllegalArgumentException(
                        "the comment has " + said.length() + " characters (maximum " + MAX_TEXT + ")");
            }
            if (meant == AlarmRequest.Action.SHELVE && (time == null || time.isEmpty())) {
                throw new IllegalArgumentException("how long to shelve is required, such as 1h");
            }
            Duration shelve = time == null || time.isEmpty() ? Duration.ZERO : Durations.parse(time);
            return new AlarmRequest(meant, alarms, who, DisplayText.sentence(said), shelve);
        }
    }

    private static String word(AlarmRequest.Action action) {
        return action.name().toLowerCase(Locale.ROOT);
    }

    /** All of them, for programs. */
    String list() {
        return JSON.writeValueAsString(Map.of(
                "alarms",
                running.alarms().reports().stream().map(HealthJson::named).toList()));
    }

    /**
     * Does what is wanted, soon. Does not block.
     *
     * @param who asks, for journal and audit
     * @param answer told once: an HTTP code, and what was done, or why not
     */
    void handle(Wish wish, String who, Answer answer) {
        waiting.add(() -> {
            try {
                AlarmRequest request = wish.request(who);
                String done = running.alarms().handle(request);
                log.note(who, "alarm", false, done + (request.comment().isEmpty() ? "" : ": " + request.comment()));
                answer.give(200, JSON.writeValueAsString(Map.of("result", done)));
            } catch (IllegalArgumentException e) {
                answer.give(422, PageWrites.refusal(String.valueOf(e.getMessage())));
            }
        });
        task.wake();
    }

    /** Gets an HTTP code, and JSON. */
    @FunctionalInterface
    interface Answer {
        void give(int code, String json);
    }

    private long doWork() {
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
        }
        return ScheduledTask.UNTIL_WOKEN;
    }

    /** Those that someone has to look at, the most important first. */
    static Overview.Alarms shown(List<AlarmReport> alarms, boolean mayHandle) {
        List<AlarmReport> open = alarms.stream()
                .filter(alarm -> alarm.isActive()
                        || !alarm.handling().isAcknowledged()
                        || alarm.handling().isShelved())
                .sorted(Comparator.comparing(
                                (AlarmReport alarm) -> alarm.handling().isShelved())
                        .thenComparing(alarm -> !alarm.isActive())
                        .thenComparing(alarm -> alarm.handling().isAcknowledged())
                        .thenComparing(alarm -> severity(alarm) != Condition.DOWN))
                .toList();
        return new Overview.Alarms(
                alarms.size(),
                alarms.stream().filter(AlarmReport::isActive).count(),
                open.stream().limit(MAX_SHOWN).map(PageAlarms::shown).toList(),
                Math.max(0, open.size() - MAX_SHOWN),
                mayHandle);
    }

    static Condition severity(AlarmReport alarm) {
        return alarm.severity().equals(AlarmConfig.Severity.CRITICAL.text()) ? Condition.DOWN : Condition.DEGRADED;
    }

    private static Overview.Alarm shown(AlarmReport alarm) {
        AlarmHandling handling = alarm.handling();
        return new Overview.Alarm(
                alarm.name(),
                severity(alarm),
                alarm.isActive(),
                alarm.since() / 1_000_000,
                DisplayText.sentence(alarm.text()),
                handling.isAcknowledged(),
                DisplayText.of(handling.by()),
                DisplayText.of(handling.comment()),
                handling.shelvedUntil() / 1_000_000,
                DisplayText.of(handling.shelvedBy()));
    }

    @Override
    public void close() {
        task.end();
    }
}
