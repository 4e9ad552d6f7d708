package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.Reason.Code;

/** Derives reasons and conditions from facts. The only place that does, so all views of health agree. */
final class HealthEvaluator {

    /** Fewer moments say nothing of how many are missed. */
    private static final long MIN_MOMENTS = 20;

    private static final int ONE_IN = 10;

    /** How long a device may take to connect, or to send first samples beyond its cycle, until that is wrong. */
    private static final long START_NANOS = Duration.ofSeconds(10).toNanos();

    private final Facts facts;
    private final List<Reason> reasons = new ArrayList<>();

    private HealthEvaluator(Facts facts) {
        this.facts = facts;
    }

    /** Everything that is not as it should be. */
    static List<Reason> reasons(Facts facts) {
        HealthEvaluator evaluator = new HealthEvaluator(facts);
        evaluator.evaluate();
        return evaluator.reasons;
    }

    /** Of the whole; see {@link HealthReport}. */
    static Condition condition(Facts facts, List<Reason> reasons) {
        if (reasons.isEmpty()) {
            return Condition.UP;
        }
        boolean whole = reasons.stream()
                .anyMatch(reason -> reason.severity() == Condition.DOWN
                        && (reason.subject().kind() == Subject.Kind.DEPLOYMENT || reason.code() == Code.ACCOUNTING));
        boolean nothingComes = !facts.connections().isEmpty()
                && facts.connections().stream()
                        .allMatch(connection -> isDown(reasons, Subject.connection(connection.name())));
        boolean nothingGoes = !facts.sinks().isEmpty()
                && facts.sinks().stream().allMatch(sink -> isDown(reasons, Subject.sink(sink.name())));
        return whole || nothingComes || nothingGoes ? Condition.DOWN : Condition.DEGRADED;
    }

    private static boolean isDown(List<Reason> reasons, Subject subject) {
        return reasons.stream()
                .anyMatch(reason ->
                        reason.severity() == Condition.DOWN && reason.subject().equals(subject));
    }

    /** Whether it says something of a subject, or of a part of it. */
    static boolean isAbout(Reason reason, Subject subject) {
        return reason.subject().equals(subject) || isPart(reason.subject(), subject);
    }

    /** Whether one is a scan of the other. */
    static boolean isPart(Subject scan, Subject connection) {
        return scan.kind() == Subject.Kind.SCAN
                && connection.kind() == Subject.Kind.CONNECTION
                && scan.name().startsWith(connection.name() + "/");
    }

    private void evaluate() {
        if (facts.isStopping()) {
            say(Code.STOPPING, Condition.DOWN, Subject.WHOLE, "the deployment is being stopped");
        }
        facts.connections().forEach(this::connection);
        int good = facts.connections().stream()
                .mapToInt(each -> each.counts().good())
                .sum();
        int points =
                facts.connections().stream().mapToInt(ConnectionReport::points).sum();
        boolean isSaid = facts.connections().stream()
                .allMatch(connection -> isDown(reasons, Subject.connection(connection.name())));
        if (points > 0 && good == 0 && !isSaid) {
            say(
                    Code.NO_GOOD_POINT,
                    Condition.DOWN,
                    Subject.WHOLE,
                    (points == 1 ? "the only point is not" : "none of " + points + " points is")
                            + " Good; the reasons of the connections say more");
        }
        facts.sinks().forEach(this::sink);
        facts.streams().forEach(this::stream);
        facts.commands().forEach((name, health) -> {
            if (!health.well()) {
                say(Code.COMMANDS_FAILING, Condition.DOWN, Subject.commands(name), health.detail());
            }
        });
        facts.delivery().receivers().forEach((name, receiver) -> {
            if (!receiver.trouble().isEmpty()) {
                String waiting = Counted.of(receiver.pending(), "notice waits", "notices wait");
                say(
                        Code.RECEIVER_FAILING,
                        Condition.DEGRADED,
                        Subject.receiver(name),
                        receiver.trouble() + " (" + waiting + ")");
            }
        });
        if (!facts.delivery().journalTrouble().isEmpty()) {
            say(
                    Code.JOURNAL_FAILING,
                    Condition.DEGRADED,
                    Subject.JOURNAL,
                    facts.delivery().journalTrouble());
        }
        if (!facts.clockStepText().isEmpty()) {
            say(Code.CLOCK_STEP, Condition.DEGRADED, Subject.CLOCK, facts.clockStepText());
        }
        if (!facts.reloadRefusal().isEmpty()) {
            say(Code.RELOAD_REFUSED, Condition.DEGRADED, Subject.WHOLE, facts.reloadRefusal());
        }
        if (facts.standby() != null) {
            standby(facts.standby());
        }
    }

    private void standby(StandbyReport standby) {
        if (!standby.trouble().isEmpty()) {
            say(
                    Code.LEASE_UNREACHABLE,
                    standby.isActive() ? Condition.DEGRADED : Condition.DOWN,
                    Subject.WHOLE,
                    "lease " + standby.lease() + " cannot be read or renewed: " + standby.trouble() + "; this instance "
                            + (standby.isActive()
                                    ? "steps down in "
                                            + Durations.format(Duration.ofSeconds(standby.leftNanos() / 1_000_000_000))
                                            + " unless it can be"
                                    : "is on standby and cannot become active"));
        }
        if (!standby.failure().isEmpty()) {
            say(
                    Code.TAKE_OVER_FAILED,
                    Condition.DOWN,
                    Subject.WHOLE,
                    "this instance held the lease and could not become active: " + standby.failure()
                            + "; mend that, it tries again when the lease is free");
        }
    }

    private void connection(ConnectionReport connection) {
        Subject subject = Subject.connection(connection.name());
        if (isFirstAttempt(connection)) {
            say(
                    Code.STARTING,
                    Condition.DOWN,
                    subject,
                    "the first attempt to connect has taken " + age(connection.since()) + " so far");
            return;
        }
        if (!connection.isConnected()) {
            say(
                    Code.NOT_CONNECTED,
                    Condition.DOWN,
                    subject,
                    "not connected for " + age(connection.since()) + ", after "
                            + Counted.of(connection.attempts(), "attempt") + ": " + connection.why()
                            + "; tried again until it works");
            return;
        }
        PointCounts counts = connection.counts();
        if (connection.isBrowsing() || (counts.good() == 0 && isAwaited(connection))) {
            say(
                    Code.STARTING,
                    counts.good() == 0 ? Condition.DOWN : Condition.DEGRADED,
                    subject,
                    "connected for " + age(connection.since())
                            + (connection.isBrowsing() ? "; it is being browsed for points" : "")
                            + (awaited(counts) == 0 ? "" : "; " + statuses(counts)));
        } else if (counts.total() > 0 && counts.good() == 0) {
            say(
                    Code.NO_GOOD_POINT,
                    Condition.DOWN,
                    subject,
                    "connected, but "
                            + (counts.total() == 1
                                    ? "its point is not"
                                    : "none of its " + counts.total() + " points is")
                            + " Good: " + statuses(counts) + examples(connection.scans())
                            + "; check addresses, and the state of the device");
        } else {
            connection.scans().forEach(scan -> badPoints(connection, scan));
        }
        if (!connection.browsing().isEmpty()) {
            say(Code.BROWSE_FAILED, Condition.DEGRADED, subject, connection.browsing());
        }
        List<ScanReport> stale = connection.scans().stream()
                .filter(scan -> isStale(scan, connection))
                .toList();
        boolean all = !stale.isEmpty() && stale.size() == connection.scans().size();
        for (ScanReport scan : stale) {
            say(
                    Code.STALE,
                    Condition.DEGRADED,
                    Subject.scan(connection.name(), scan.name()),
                    staleText(scan, connection));
        }
        if (all) {
            say(Code.STALE, Condition.DOWN, subject, "connected, but no scan class brings values any more");
        }
        connection.scans().forEach(scan -> overruns(connection, scan));
    }

    /** It runs, and has not failed. */
    private boolean isFirstAttempt(ConnectionReport connection) {
        return !connection.isConnected()
                && connection.trouble().isEmpty()
                && connection.attempts() <= 1
                && facts.at() - connection.since() < START_NANOS;
    }

    /** Whether first samples may still be on their way. */
    private boolean isAwaited(ConnectionReport connection) {
        return connection.scans().stream().anyMatch(scan -> {
            ScanClass by = scan.scanClass();
            long limit = START_NANOS + by.cycle().toNanos() + by.maxDelay().toNanos();
            return awaited(scan.counts()) > 0 && facts.at() - Math.max(scan.begunAt(), connection.since()) < limit;
        });
    }

    /** Of a session that has just begun, also those that the end of the one before has marked. */
    private static int awaited(PointCounts counts) {
        return counts.waiting()
                + counts.bad().getOrDefault(StatusCode.BAD_NO_COMMUNICATION, 0)
                + counts.bad().getOrDefault(StatusCode.BAD_NOT_CONNECTED, 0);
    }

    private void badPoints(ConnectionReport connection, ScanReport scan) {
        int bad = scan.counts().badTotal();
        if (bad > 0) {
            String more = bad > scan.firstBad().size()
                    ? " and " + (bad - scan.firstBad().size()) + " more"
                    : "";
            say(
                    Code.BAD_POINTS,
                    Condition.DEGRADED,
                    Subject.scan(connection.name(), scan.name()),
                    bad + " of " + Counted.of(scan.counts().total(), "point") + (bad == 1 ? " is" : " are") + " Bad: "
                            + named(scan.firstBad().stream()) + more);
        }
    }

    private static String examples(List<ScanReport> scans) {
        String named =
                named(scans.stream().flatMap(scan -> scan.firstBad().stream()).limit(ScanReport.NAMED));
        return named.isEmpty() ? "" : ", for example " + named;
    }

    private static String named(Stream<BadPoint> points) {
        return points.map(BadPoint::toString).collect(Collectors.joining(", "));
    }

    private boolean isStale(ScanReport scan, ConnectionReport connection) {
        Duration maxAge = scan.maxAge();
        PointCounts counts = scan.counts();
        boolean mayCome = counts.good() > 0 || counts.waiting() > 0;
        return maxAge != null && mayCome && facts.at() - lastSign(scan, connection) > maxAge.toNanos();
    }

    /** What came before the connection does not count: it had no chance to bring anything since. */
    private static long lastSign(ScanReport scan, ConnectionReport connection) {
        long last = scan.oldestGoodAt();
        return last == SampleBatch.NO_TIME ? connection.since() : Math.max(last, connection.since());
    }

    private String staleText(ScanReport scan, ConnectionReport connection) {
        return "no value for " + age(lastSign(scan, connection)) + ", and "
                + Durations.format(Objects.requireNonNull(scan.maxAge()))
                + " is allowed (health.maxAge); does the device stand still?";
    }

    private void overruns(ConnectionReport connection, ScanReport scan) {
        long moments = scan.lately().polls() + scan.lately().overruns();
        if (moments >= MIN_MOMENTS && scan.lately().overruns() * ONE_IN > moments) {
            say(
                    Code.OVERRUNS,
                    Condition.DEGRADED,
                    Subject.scan(connection.name(), scan.name()),
                    scan.lately().overruns() + " of the last " + moments
                            + " reads were skipped, for those before took too long; choose a longer cycle or fewer points");
        }
    }

    private void sink(SinkReport sink) {
        Subject subject = Subject.sink(sink.name());
        Duration maxWait = sink.maxWait();
        if (!sink.failure().isEmpty()) {
            String backlog = sink.backlog() == 0 ? "" : " (" + waiting(sink) + ")";
            say(Code.SINK_FAILING, Condition.DOWN, subject, sink.failure() + backlog);
        } else if (maxWait != null
                && sink.oldestAt() != SampleBatch.NO_TIME
                && facts.at() - sink.oldestAt() > maxWait.toNanos()) {
            say(
                    Code.BEHIND,
                    Condition.DEGRADED,
                    subject,
                    "it takes what it is sent, but " + waiting(sink) + ", the oldest for "
                            + age(sink.oldestAt()) + ", and " + Durations.format(maxWait)
                            + " is allowed (health.maxWait); is its receiver too slow for what comes?");
        }
    }

    private static String waiting(SinkReport sink) {
        return Counted.of(sink.backlog(), "sample waits", "samples wait");
    }

    private void stream(StreamReport stream) {
        Subject subject = Subject.stream(stream.name());
        if (!stream.accounting().isBalanced()) {
            say(
                    Code.ACCOUNTING,
                    Condition.DOWN,
                    subject,
                    "the accounting does not balance, which is a defect of Taktstrom; report it with the log");
        }
        if (!stream.bufferTrouble().isEmpty()) {
            say(Code.BUFFER_FAILING, Condition.DOWN, subject, stream.bufferTrouble());
        }
        if (stream.lostLately() > 0) {
            say(
                    Code.LOSING,
                    Condition.DEGRADED,
                    subject,
                    Counted.of(stream.lostLately(), "sample was", "samples were")
                            + " lost in the last minute or two: " + losses(stream)
                            + " since the start (documentation: reference/troubleshooting)");
        }
    }

    private static String losses(StreamReport stream) {
        return stream.accounting().dropped().entrySet().stream()
                .filter(drop -> drop.getValue() > 0 && !drop.getKey().wasAskedFor())
                .map(drop -> drop.getKey().text() + " " + drop.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String statuses(PointCounts counts) {
        String bad = counts.bad().entrySet().stream()
                .map(entry -> entry.getValue() + " " + StatusCode.name(entry.getKey()))
                .collect(Collectors.joining(", "));
        String waiting = counts.waiting() == 0 ? "" : counts.waiting() + " without a sample so far";
        return bad.isEmpty() || waiting.isEmpty() ? bad + waiting : bad + ", " + waiting;
    }

    /** Rounded, for people: {@code 12s}. */
    private String age(long at) {
        return Durations.format(Duration.ofSeconds(Math.max(0, facts.at() - at) / 1_000_000_000));
    }

    private void say(Code code, Condition severity, Subject subject, String text) {
        reasons.add(new Reason(code, severity, subject, facts.at(), text));
    }
}
