package io.taktstrom.runtime.alarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.SinkReport;
import io.taktstrom.runtime.health.StreamReport;
import org.jspecify.annotations.Nullable;

/**
 * One alarm.
 *
 * <pre>
 *            met for raiseAfter                      over for clearAfter
 *   clear ------------------------&gt; raised ------------------------------&gt; clear
 * </pre>
 *
 * <p>While it is raised its text follows its causes, and each further cause that lasts for raiseAfter is
 * told. Delays are measured by the monotonic clock, so that setting the system's clock does not affect them.
 * Looked at by one thread at a time, asked by any.
 */
final class AlarmState {

    /** So many points are named. */
    private static final int NAMED = 3;

    private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();

    /**
     * What meets the rule now.
     *
     * @param cause the point, connection, sink or stream
     */
    private record Met(String cause, String what, long since) {}

    /**
     * What is to be told.
     *
     * @param text of an alarm that was raised already: what came to it
     */
    record Change(Kind kind, String text) {

        enum Kind {
            RAISED,
            /** It is raised, and another cause has come. */
            MORE,
            CLEARED
        }
    }

    private final AlarmConfig config;
    private final long begin;
    private final Predicate<String> selector;
    /** By point; browsed ones come later. */
    private final Map<String, PointCell> cells = new LinkedHashMap<>();

    /** Since when each cause meets the rule. */
    private final Map<String, Long> sinceByCause = new HashMap<>();
    /** Causes that were told and still meet the rule. */
    private final Set<String> told = new HashSet<>();

    private long overSince = PointCell.NEVER;
    private AlarmReport report;
    /** Until then it stays raised, as it was when the process before ended; devices may have to connect first. */
    private final long keptUntil;

    /**
     * @param now epoch nanoseconds
     * @param nanos the same of the monotonic clock
     * @param before the alarm when the process before ended; null when it was not raised, or is not known
     */
    AlarmState(AlarmConfig config, long now, long nanos, @Nullable AlarmReport before) {
        this.config = config;
        begin = nanos;
        selector = config.rule() instanceof AlarmRule.OfPoints of ? of.selector() : name -> false;
        report = before == null
                ? new AlarmReport(config.name(), config.severity().text(), false, now, 0, config.text())
                : new AlarmReport(config.name(), config.severity().text(), true, before.since(), 0, before.text());
        keptUntil = before == null
                ? nanos
                : nanos + KEPT_NANOS + config.raiseAfter().toNanos();
    }

    AlarmConfig config() {
        return config;
    }

    synchronized AlarmReport report() {
        return report;
    }

    /** Where a point's samples are to be shown; null when it is not watched. */
    @Nullable
    PointCell cellOf(String point) {
        if (!selector.test(point)) {
            return null;
        }
        synchronized (cells) {
            return cells.computeIfAbsent(
                    point,
                    name -> new PointCell(
                            name,
                            (AlarmRule.OfPoints) config.rule(),
                            config.raiseAfter().toNanos(),
                            begin));
        }
    }

    /**
     * Looks.
     *
     * @param now monotonic nanoseconds
     * @return what has changed; empty when nothing has that is to be told
     */
    synchronized Optional<Change> look(Facts facts, long now) {
        Map<String, Met> met = met(facts, now);
        List<Met> flashes = flashes(now);
        sinceByCause.keySet().retainAll(met.keySet());
        // A point's cell knows exactly; of the others we know when we have seen it first.
        boolean isExact = config.rule() instanceof AlarmRule.OfPoints;
        met.forEach(
                (cause, each) -> sinceByCause.merge(cause, each.since(), (first, latest) -> isExact ? latest : first));
        Map<String, Met> lasting = new LinkedHashMap<>();
        met.forEach((cause, each) -> {
            if (now - sinceByCause.getOrDefault(cause, now)
                    >= config.raiseAfter().toNanos()) {
                lasting.put(cause, each);
            }
        });
        flashes.forEach(flash -> lasting.putIfAbsent(flash.cause(), flash));
        told.removeIf(cause -> !met.containsKey(cause) && !lasting.containsKey(cause));
        return report.isActive() ? lookOn(facts, met, lasting, now) : lookForFirst(facts, lasting);
    }

    private Optional<Change> lookForFirst(Facts facts, Map<String, Met> lasting) {
        if (lasting.isEmpty()) {
            return Optional.empty();
        }
        told.addAll(lasting.keySet());
        String text = text(words(lasting.values()));
        report = new AlarmReport(config.name(), config.severity().text(), true, facts.at(), report.raised() + 1, text);
        overSince = PointCell.NEVER;
        return Optional.of(new Change(Change.Kind.RAISED, text));
    }

    /** What was raised: the text follows its causes, and a cause that comes to those that were told is told, too. */
    private Optional<Change> lookOn(Facts facts, Map<String, Met> met, Map<String, Met> lasting, long now) {
        List<Met> more = new ArrayList<>();
        boolean isKept = now - keptUntil < 0;
        lasting.forEach((cause, each) -> {
            // What raised it before the restart comes again.
            if (told.add(cause) && !isKept) {
                more.add(each);
            }
        });
        if (isKept && met.isEmpty()) {
            return Optional.empty();
        }
        if (met.isEmpty()) {
            overSince = overSince == PointCell.NEVER || !lasting.isEmpty() ? now : overSince;
            if (more.isEmpty()) {
                return clear(facts, now);
            }
        } else {
            overSince = PointCell.NEVER;
        }
        report = new AlarmReport(
                report.name(),
                report.severity(),
                true,
                report.since(),
                report.raised() + (more.isEmpty() ? 0 : 1),
                text(words((lasting.isEmpty() ? met : lasting).values())));
        return more.isEmpty() ? Optional.empty() : Optional.of(new Change(Change.Kind.MORE, text(words(more))));
    }

    private Optional<Change> clear(Facts facts, long now) {
        if (now - overSince < config.clearAfter().toNanos()) {
            return Optional.empty();
        }
        overSince = PointCell.NEVER;
        report = report.over(facts.at(), config.text());
        return Optional.of(new Change(Change.Kind.CLEARED, config.text()));
    }

    private String text(String what) {
        return config.text().isEmpty() ? what : config.text() + " (" + what + ")";
    }

    private List<Met> flashes(long now) {
        synchronized (cells) {
            return cells.values().stream()
                    .filter(PointCell::takeWasMet)
                    .map(cell -> new Met(cell.point(), words(cell), now))
                    .toList();
        }
    }

    /** By its cause. */
    private Map<String, Met> met(Facts facts, long now) {
        Map<String, Met> met = new LinkedHashMap<>();
        AlarmRule rule = config.rule();
        if (rule instanceof AlarmRule.OfPoints) {
            synchronized (cells) {
                cells.values().forEach(cell -> add(met, cell, now));
            }
        } else if (rule instanceof AlarmRule.Disconnected of) {
            for (ConnectionReport each : facts.connections()) {
                if (isMeant(of.connection(), each.name()) && !each.isConnected()) {
                    add(met, each.name(), each.name() + " is not connected: " + each.why(), now);
                }
            }
        } else if (rule instanceof AlarmRule.Failing of) {
            for (SinkReport each : facts.sinks()) {
                if (isMeant(of.sink(), each.name()) && !each.failure().isEmpty()) {
                    add(met, each.name(), "sink " + each.name() + ": " + each.failure(), now);
                }
            }
        } else if (rule instanceof AlarmRule.Backlog of) {
            for (SinkReport each : facts.sinks()) {
                long limit = of.samples() - (sinceByCause.containsKey(each.name()) ? of.hysteresis() : 0);
                if (isMeant(of.sink(), each.name()) && each.backlog() > limit) {
                    String what =
                            Counted.of(each.backlog(), "sample waits", "samples wait") + " for sink " + each.name();
                    add(met, each.name(), what, now);
                }
            }
        } else if (rule instanceof AlarmRule.Drops of) {
            for (StreamReport each : facts.streams()) {
                if ((of.stream().isEmpty() || each.name().startsWith(of.stream() + ".")) && each.lostLately() > 0) {
                    String what = each.name() + " lost " + Counted.of(each.lostLately(), "sample") + " lately";
                    add(met, each.name(), what, now);
                }
            }
        }
        return met;
    }

    private static void add(Map<String, Met> met, String cause, String what, long since) {
        met.put(cause, new Met(cause, what, since));
    }

    private static boolean isMeant(String named, String name) {
        return named.isEmpty() || named.equals(name);
    }

    private void add(Map<String, Met> met, PointCell cell, long now) {
        if (config.rule() instanceof AlarmRule.Stale stale) {
            long since = cell.sampledAt() + stale.after().toNanos();
            if (now - since > 0) {
                add(met, cell.point(), words(cell), since);
            }
        } else if (cell.metSince() != PointCell.NEVER) {
            add(met, cell.point(), words(cell), cell.metSince());
        }
    }

    private String words(PointCell cell) {
        AlarmRule rule = config.rule();
        if (rule instanceof AlarmRule.Limit limit) {
            return cell.point() + " is " + cell.seen() + (limit.above() ? ", above " : ", below ") + limit.limit();
        }
        if (rule instanceof AlarmRule.Stale stale) {
            return cell.point() + " has sent nothing for more than " + Durations.format(stale.after());
        }
        if (rule instanceof AlarmRule.Holds holds) {
            return "'" + holds.condition() + "' holds";
        }
        return cell.point() + (rule instanceof AlarmRule.Bad ? " is Bad" : " is " + cell.seen());
    }

    private static String words(Collection<Met> met) {
        String named = met.stream().limit(NAMED).map(Met::what).collect(Collectors.joining(", "));
        return met.size() > NAMED ? named + " and " + (met.size() - NAMED) + " more" : named;
    }
}
