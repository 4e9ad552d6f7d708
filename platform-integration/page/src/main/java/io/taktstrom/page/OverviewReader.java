package io.taktstrom.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.StandbyReport;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/** Looks at a running deployment as a whole, once a second. One thread. */
final class OverviewReader {

    private static final int MAX_REASONS = 20;
    private static final int MAX_ACCOUNTS = 200;

    private final RunningDeployment running;
    private final String title;
    private final boolean mayWrite;
    private final boolean mayHandle;
    private final EpochNanoClock clock;
    private final long since;
    private final Rates rates = new Rates();

    OverviewReader(RunningDeployment running, String title, boolean mayWrite, boolean mayHandle, EpochNanoClock clock) {
        this.mayHandle = mayHandle;
        this.running = running;
        this.title = DisplayText.of(title);
        this.mayWrite = mayWrite;
        this.clock = clock;
        since = millis(clock.epochNanos());
    }

    /**
     * What is to be seen now.
     *
     * @param withTimings whether a page is open
     */
    Overview now(PointTable table, PointHistory history, boolean withTimings) {
        HealthReport health = running.health();
        long at = clock.nanoTime();
        Map<String, Integer> points = new LinkedHashMap<>();
        for (Severity severity : Severity.values()) {
            points.put(severity.text(), history.count(severity));
        }
        List<Overview.Reason> reasons = reasons(health, points, table.size());
        long samples = table.taps().stream().mapToLong(ScanTap::samples).sum();
        Overview overview = new Overview(
                millis(clock.epochNanos()),
                since,
                title + role(health.facts().standby()),
                health.condition(),
                reasons.stream().limit(MAX_REASONS).toList(),
                Math.max(0, reasons.size() - MAX_REASONS),
                rates.of("", samples, at),
                health.facts().connections().stream()
                        .mapToLong(connection -> millis(connection.lastGoodAt()))
                        .max()
                        .orElse(0),
                health.facts().sinks().stream()
                        .mapToLong(sink -> millis(sink.oldestAt()))
                        .filter(oldest -> oldest != 0)
                        .min()
                        .orElse(0),
                health.facts().streams().stream()
                        .mapToLong(stream -> stream.accounting().lost())
                        .sum(),
                points,
                PageAlarms.shown(health.alarms(), mayHandle),
                Flows.at(running, health, rates, at),
                accounting(running.accounts()),
                withTimings ? TimingRows.of(running.connections()) : List.of(),
                mayWrite);
        rates.forgetBefore(at);
        return overview;
    }

    private static String role(@Nullable StandbyReport standby) {
        return standby == null ? "" : " \u00b7 " + standby.text();
    }

    private static long millis(long epochNanos) {
        return epochNanos == SampleBatch.NO_TIME ? 0 : epochNanos / NANOS_PER_MILLI;
    }

    /** What the model of health says, alarms, and points that are Bad. */
    private static List<Overview.Reason> reasons(HealthReport health, Map<String, Integer> points, int all) {
        List<Overview.Reason> reasons = new ArrayList<>();
        health.alarms().stream()
                .filter(alarm -> alarm.isActive() && !alarm.handling().isShelved())
                .forEach(alarm -> reasons.add(reason(
                        PageAlarms.severity(alarm),
                        millis(alarm.since()),
                        "alarm " + alarm.name() + ": " + alarm.text()
                                + (alarm.handling().isAcknowledged() ? " (acknowledged)" : ""))));
        health.reasons()
                .forEach(reason -> reasons.add(reason(reason.severity(), millis(reason.since()), sentence(reason))));
        int bad = points.getOrDefault(Severity.BAD.text(), 0);
        if (bad > 0) {
            reasons.add(reason(
                    Condition.DEGRADED,
                    0,
                    bad + " of " + all + (bad == 1 ? " points is Bad" : " points are Bad") + "; search for is=bad"));
        }
        reasons.sort(Comparator.comparing(Overview.Reason::severity).reversed());
        return reasons;
    }

    private static Overview.Reason reason(Condition severity, long since, String text) {
        return new Overview.Reason(severity, since, DisplayText.sentence(text));
    }

    static String sentence(Reason reason) {
        return sentence(reason.subject(), reason.code().text(), reason.text());
    }

    /**
     * A reason as {@code takt health} prints it, behind what it is about.
     *
     * @param code by which the documentation lists it; empty for none
     */
    static String sentence(Subject subject, String code, String text) {
        return (subject.name().isEmpty() ? "" : subject.name() + ": ") + (code.isEmpty() ? "" : code + ": ") + text;
    }

    private static List<Overview.Account> accounting(Map<String, Accounting> accounts) {
        return accounts.entrySet().stream()
                .sorted(Comparator.comparing(way -> way.getValue().isBalanced()))
                .limit(MAX_ACCOUNTS)
                .map(way -> account(way.getKey(), way.getValue()))
                .toList();
    }

    private static Overview.Account account(String name, Accounting account) {
        Map<String, Long> dropped = account.dropped().entrySet().stream()
                .filter(drop -> drop.getValue() > 0)
                .collect(Collectors.toMap(
                        drop -> drop.getKey().text(), Map.Entry::getValue, Long::sum, LinkedHashMap::new));
        return new Overview.Account(
                DisplayText.of(name),
                account.received(),
                account.published(),
                account.buffered(),
                dropped,
                account.isBalanced());
    }
}
