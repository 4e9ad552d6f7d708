package io.taktstrom.runtime.alarm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.alarm.AlarmNotice;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.NotificationConfig;
import io.taktstrom.deployment.NotificationConfig.Rule;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.model.Glob;
import io.taktstrom.runtime.health.AlarmHandling;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.DeliveryReport;
import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;

/**
 * What people make of alarms, and who is told of them. Waits for no disk and no receiver. Thread-safe.
 *
 * <pre>
 *   raised, cleared --&gt; AlarmCondition --&gt; AlarmJournal: a line for each transition, and what must outlive the process
 *   acknowledge, shelve --'   |
 *                             '--once a second, by the rules: who has not been told, again, further people--&gt; ReceiverQueue
 * </pre>
 */
final class AlarmConditions implements AutoCloseable {

    private final EpochNanoClock clock;
    private final Consumer<String> notices;
    private final AlarmReceivers receivers;
    private final Map<String, AlarmCondition> conditions = new TreeMap<>();
    private Map<String, AlarmConfig> configs = Map.of();
    private Map<String, List<Rule>> rules = Map.of();
    private NotificationConfig config = NotificationConfig.NONE;
    private volatile @Nullable AlarmJournal journal;
    private boolean isUsed;

    AlarmConditions(
            EpochNanoClock clock, Providers providers, Consumer<String> notices, @Nullable MeterRegistry registry) {
        this.clock = clock;
        this.notices = notices;
        receivers = new AlarmReceivers(clock, providers, notices, registry, this::write, this::save);
    }

    /** From now on alarms and receivers are those of this deployment; the first time, with what the process before has left. */
    synchronized void use(Deployment deployment) {
        NotificationConfig now = deployment.notifications();
        AuditConfig kept = now.journal();
        SavedAlarms saved = SavedAlarms.NONE;
        if (!Objects.equals(kept, journal == null ? null : journal.config())) {
            if (journal != null) {
                journal.end();
            }
            journal = null;
            if (kept != null) {
                Path path = deployment.resolve(kept.path());
                saved = isUsed ? saved : AlarmJournal.read(path, notices);
                AlarmJournal next = new AlarmJournal(kept, path, clock, this::saved, notices);
                journal = next;
                next.begin();
            }
        }
        isUsed = true;
        config = now;
        configs = deployment.alarms();
        Map<String, List<Rule>> byAlarm = new HashMap<>();
        configs.forEach((name, alarm) -> byAlarm.put(
                name, now.rules().stream().filter(rule -> rule.takes(alarm)).toList()));
        rules = byAlarm;
        receivers.use(deployment, saved.pending());
        restore(saved.alarms());
        List.copyOf(conditions.values()).stream()
                .filter(condition -> !configs.containsKey(condition.report.name()))
                .forEach(condition -> {
                    write("removed", condition.report, "its rule was removed");
                    conditions.remove(condition.report.name());
                });
        save();
    }

    /** Until the next deployment people are told of nothing: another instance watches. */
    synchronized void suspend() {
        rules = Map.of();
    }

    private void restore(Map<String, AlarmCondition.Saved> saved) {
        long now = clock.nanoTime();
        saved.forEach((name, each) -> {
            AlarmConfig alarm = configs.get(name);
            AlarmCondition condition =
                    AlarmCondition.of(each, epoch(), now, config.maxShelve().toNanos());
            conditions.put(name, condition);
            if (each.report().isActive() && (alarm == null || !ruleText(alarm).equals(each.rule()))) {
                cleared(each.report().over(clock.epochNanos(), "its rule is another one now, or was removed"));
            }
        });
    }

    /** Those that were raised when the process before ended, by name. */
    synchronized @Nullable AlarmReport restored(String name) {
        AlarmCondition condition = conditions.get(name);
        return condition == null || !condition.report.isActive() ? null : condition.report;
    }

    private static String ruleText(AlarmConfig alarm) {
        return String.valueOf(alarm.rule());
    }

    private long epoch() {
        return clock.epochNanos() - clock.nanoTime();
    }

    private synchronized SavedAlarms saved() {
        Map<String, AlarmCondition.Saved> alarms = new LinkedHashMap<>();
        conditions.forEach((name, condition) -> {
            AlarmConfig alarm = configs.get(name);
            alarms.put(name, condition.saved(alarm == null ? "" : ruleText(alarm), epoch()));
        });
        return new SavedAlarms(alarms, receivers.pending());
    }

    /**
     * An alarm was raised, or has another cause: then it is not acknowledged any more.
     *
     * @param isMore whether it was raised before
     */
    synchronized void raised(AlarmReport report, boolean isMore) {
        AlarmCondition condition = conditions.computeIfAbsent(report.name(), name -> new AlarmCondition(report));
        AlarmHandling before = condition.handling();
        if (!isMore || before.isAcknowledged()) {
            condition.openSince = clock.nanoTime();
            condition.toldAt.clear();
        }
        if (!isMore) {
            condition.heard.clear();
        }
        rules.getOrDefault(report.name(), List.of())
                .forEach(rule -> condition.toldAt.keySet().removeAll(rule.to()));
        condition.report = report.with(new AlarmHandling(false, "", "", before.shelvedUntil(), before.shelvedBy()));
        write("raised", condition.report, report.text());
        save();
    }

    /** The text follows the causes. */
    synchronized void follow(AlarmReport report) {
        AlarmCondition condition = conditions.get(report.name());
        if (condition != null && report.isActive()) {
            condition.report = report.with(condition.handling());
        }
    }

    /** An alarm was cleared: those who have heard that it was raised are told. */
    synchronized void cleared(AlarmReport report) {
        AlarmCondition condition = conditions.get(report.name());
        if (condition == null) {
            return;
        }
        condition.report = report.with(condition.handling());
        write("cleared", condition.report, report.text());
        for (String receiver : Set.copyOf(condition.heard)) {
            boolean isSilent = rules.getOrDefault(report.name(), List.of()).stream()
                    .filter(rule ->
                            rule.to().contains(receiver) || rule.escalateTo().contains(receiver))
                    .anyMatch(rule -> !rule.cleared());
            if (!isSilent) {
                tell(condition, receiver, AlarmNotice.Kind.CLEARED);
            }
        }
        condition.heard.clear();
        condition.toldAt.clear();
        forgetIfNormal(condition);
        save();
    }

    private void forgetIfNormal(AlarmCondition condition) {
        if (condition.isNormal()) {
            conditions.remove(condition.report.name());
        }
    }

    private void tell(AlarmCondition condition, String receiver, AlarmNotice.Kind kind) {
        AlarmReport report = condition.report;
        AlarmConfig alarm = configs.get(report.name());
        Map<String, String> labels = alarm == null ? Map.of() : alarm.labels();
        AlarmNotice notice =
                new AlarmNotice(kind, report.name(), report.severity(), labels, report.text(), report.since());
        if (receivers.send(receiver, notice)) {
            condition.heard.add(receiver);
            condition.toldAt.put(receiver, clock.nanoTime());
        }
    }

    /** Tells who is to be told by now. Once a second. */
    synchronized void tick() {
        long now = clock.nanoTime();
        boolean isNews = false;
        for (AlarmCondition condition : List.copyOf(conditions.values())) {
            AlarmHandling handling = condition.handling();
            if (handling.isShelved() && now - condition.shelfEnd >= 0) {
                unshelve(condition, "", "its time is over");
                isNews = true;
            }
            if (condition.report.isActive() && !condition.handling().isShelved()) {
                for (Rule rule : rules.getOrDefault(condition.report.name(), List.of())) {
                    isNews |= condition.isOpen() && tellOpen(condition, rule, now);
                    refresh(condition, rule, now);
                }
            }
        }
        receivers.tellDropped();
        if (isNews) {
            save();
        }
    }

    private boolean tellOpen(AlarmCondition condition, Rule rule, long now) {
        Map<String, AlarmNotice.Kind> due = new LinkedHashMap<>();
        rule.to().stream()
                .filter(to -> !condition.toldAt.containsKey(to))
                .forEach(to -> due.put(to, AlarmNotice.Kind.RAISED));
        if (now - condition.openSince >= rule.escalateAfter().toNanos()) {
            rule.escalateTo().stream()
                    .filter(to -> !condition.toldAt.containsKey(to))
                    .forEach(to -> due.putIfAbsent(to, AlarmNotice.Kind.ESCALATED));
        }
        Duration repeat = rule.repeat();
        if (repeat != null) {
            everyone(rule)
                    .filter(to -> isOld(condition, to, repeat, now))
                    .forEach(to -> due.put(to, AlarmNotice.Kind.REPEATED));
        }
        due.forEach((to, kind) -> tell(condition, to, kind));
        return !due.isEmpty();
    }

    private static Stream<String> everyone(Rule rule) {
        return Stream.concat(rule.to().stream(), rule.escalateTo().stream()).distinct();
    }

    private static boolean isOld(AlarmCondition condition, String receiver, Duration age, long now) {
        Long at = condition.toldAt.get(receiver);
        return at != null && now - at >= age.toNanos();
    }

    /** For receivers that forget what is not sent again. */
    private void refresh(AlarmCondition condition, Rule rule, long now) {
        everyone(rule)
                .filter(condition.heard::contains)
                .filter(to -> !receivers.refresh(to).isZero() && isOld(condition, to, receivers.refresh(to), now))
                .forEach(to -> tell(condition, to, AlarmNotice.Kind.REPEATED));
    }

    /**
     * Acknowledges or shelves alarms.
     *
     * @return for people, what was done
     * @throws IllegalArgumentException when nothing was: why, and what to do
     */
    synchronized String handle(AlarmRequest request) {
        String pattern = request.alarms();
        Predicate<String> isMeant = configs.containsKey(pattern) ? pattern::equals : Glob.of(pattern)::matches;
        List<AlarmConfig> meant = configs.values().stream()
                .filter(alarm -> isMeant.test(alarm.name()))
                .toList();
        if (meant.isEmpty()) {
            throw new IllegalArgumentException("unknown alarm '" + pattern + "'");
        }
        request.requireAtMost(config.maxShelve());
        List<String> done = new ArrayList<>();
        for (AlarmConfig alarm : meant) {
            if (handle(alarm, request)) {
                done.add(alarm.name());
            }
        }
        if (done.isEmpty()) {
            throw new IllegalArgumentException("nothing to do: no alarm '" + pattern + "' is "
                    + (request.action() == AlarmRequest.Action.ACKNOWLEDGE ? "unacknowledged" : "shelved"));
        }
        save();
        return request.action().done() + " " + (done.size() == 1 ? done.get(0) : Counted.of(done.size(), "alarm"));
    }

    private boolean handle(AlarmConfig alarm, AlarmRequest request) {
        AlarmCondition condition = conditions.get(alarm.name());
        switch (request.action()) {
            case ACKNOWLEDGE -> {
                if (condition == null || condition.handling().isAcknowledged()) {
                    return false;
                }
                AlarmHandling now = condition.handling();
                condition.handle(
                        new AlarmHandling(true, request.who(), request.comment(), now.shelvedUntil(), now.shelvedBy()));
                write("acknowledged", condition.report, request.who(), request.comment());
                forgetIfNormal(condition);
            }
            case SHELVE -> {
                AlarmCondition shelved = condition != null
                        ? condition
                        : new AlarmCondition(new AlarmReport(
                                alarm.name(), alarm.severity().text(), false, clock.epochNanos(), 0, alarm.text()));
                conditions.put(alarm.name(), shelved);
                long nanos = request.shelveFor().toNanos();
                shelved.shelfEnd = clock.nanoTime() + nanos;
                AlarmHandling now = shelved.handling();
                shelved.handle(new AlarmHandling(
                        now.isAcknowledged(), now.by(), now.comment(), clock.epochNanos() + nanos, request.who()));
                write("shelved", shelved.report, request.who(), request.comment());
            }
            case UNSHELVE -> {
                if (condition == null || !condition.handling().isShelved()) {
                    return false;
                }
                unshelve(condition, request.who(), request.comment());
            }
        }
        return true;
    }

    /** Those who were not told meanwhile are told soon, if it is raised still. */
    private void unshelve(AlarmCondition condition, String who, String comment) {
        AlarmHandling now = condition.handling();
        condition.handle(new AlarmHandling(now.isAcknowledged(), now.by(), now.comment(), 0, ""));
        condition.openSince = clock.nanoTime();
        condition.toldAt.clear();
        write("unshelved", condition.report, who, comment);
        forgetIfNormal(condition);
    }

    synchronized AlarmHandling handling(String name) {
        AlarmCondition condition = conditions.get(name);
        return condition == null ? AlarmHandling.NONE : condition.handling();
    }

    synchronized DeliveryReport report() {
        AlarmJournal open = journal;
        return new DeliveryReport(receivers.reports(), open == null ? "" : open.trouble());
    }

    private void write(String event, AlarmReport report, String text) {
        Map<String, Object> line = AlarmJournal.line(clock.epochNanos(), event, "alarm", report.name());
        line.put("severity", report.severity());
        line.put("text", text);
        write(line);
    }

    private void write(String event, AlarmReport report, String who, String comment) {
        Map<String, Object> line = AlarmJournal.line(clock.epochNanos(), event, "alarm", report.name());
        if (!who.isEmpty()) {
            line.put("by", who);
        }
        if (!comment.isEmpty()) {
            line.put("comment", comment);
        }
        if (report.handling().isShelved()) {
            line.put("until", AlarmJournal.time(report.handling().shelvedUntil()));
        }
        write(line);
    }

    private void write(Map<String, Object> line) {
        AlarmJournal open = journal;
        if (open != null) {
            open.add(line);
        }
    }

    private void save() {
        AlarmJournal open = journal;
        if (open != null) {
            open.save();
        }
    }

    /** Stores what must outlive the process, and ends all receivers. */
    @Override
    public void close() {
        receivers.close();
        AlarmJournal last = journal;
        if (last != null) {
            last.save();
            last.close();
        }
    }
}
