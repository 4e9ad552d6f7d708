package io.taktstrom.runtime.alarm;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.taktstrom.runtime.health.AlarmHandling;
import io.taktstrom.runtime.health.AlarmReport;

/**
 * An alarm that is raised, not acknowledged or shelved. Times are monotonic nanoseconds unless they are said to be others. One thread.
 *
 * <pre>
 *                       raised                          cleared
 *   acknowledged   ----------------&gt;  not acknowledged -----------&gt; not acknowledged, but cleared
 *      ^                                   |  acknowledge                 |  acknowledge
 *      '-----------------------------------'------------------------------'
 * </pre>
 */
final class AlarmCondition {

    /** As it is stored, with all times as epoch nanoseconds. */
    record Saved(
            AlarmReport report,
            String rule,
            long openSince,
            long shelfEnd,
            Set<String> heard,
            Map<String, Long> toldAt) {}

    /** How it stands, and what people have made of it. */
    AlarmReport report;
    /** Since when it is raised and not acknowledged. */
    long openSince;
    /** Until when it is shelved. */
    long shelfEnd;
    /** Receivers that have heard that it is raised, and are to hear that it is cleared. */
    final Set<String> heard = new HashSet<>();
    /** When each receiver was told last, since it is open. */
    final Map<String, Long> toldAt = new TreeMap<>();

    AlarmCondition(AlarmReport report) {
        this.report = report;
    }

    /** @param epoch what to add to a monotonic time to have an epoch time */
    static AlarmCondition of(Saved saved, long epoch, long now, long maxShelveNanos) {
        AlarmCondition condition = new AlarmCondition(saved.report());
        // A clock that was set while the process was away must not hold anything up.
        condition.openSince = Math.min(now, saved.openSince() - epoch);
        condition.shelfEnd = Math.min(now + maxShelveNanos, saved.shelfEnd() - epoch);
        condition.heard.addAll(saved.heard());
        saved.toldAt().forEach((receiver, at) -> condition.toldAt.put(receiver, Math.min(now, at - epoch)));
        return condition;
    }

    Saved saved(String rule, long epoch) {
        Map<String, Long> at = new TreeMap<>();
        toldAt.forEach((receiver, nanos) -> at.put(receiver, nanos + epoch));
        return new Saved(report, rule, openSince + epoch, shelfEnd + epoch, Set.copyOf(heard), at);
    }

    AlarmHandling handling() {
        return report.handling();
    }

    void handle(AlarmHandling handling) {
        report = report.with(handling);
    }

    /** Someone has to look at it, and is to be told. */
    boolean isOpen() {
        return report.isActive() && !handling().isAcknowledged() && !handling().isShelved();
    }

    /** Nothing is to be remembered of it. */
    boolean isNormal() {
        return !report.isActive() && handling().isAcknowledged() && !handling().isShelved();
    }
}
