package io.taktstrom.runtime.alarm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * <p>Delays are measured by the monotonic clock: whoever sets the system's clock neither raises an alarm nor keeps it from being raised.
 * Looked at by one thread at a time, asked by any.
 */
final class AlarmState {

    /** So many points are named. */
    private static final int NAMED = 3;

    /** What meets the rule now. */
    private record Met(String what, long since) {}

    private final AlarmConfig config;
    private final long begin;
    private final Predicate<String> selector;
    /** By point; browsed ones come later. */
    private final Map<String, PointCell> cells = new LinkedHashMap<>();

    private long metSince = PointCell.NEVER;
    private long overSince = PointCell.NEVER;
    private AlarmReport report;

    /**
     * @param now epoch nanoseconds
     * @param nanos the same of the monotonic clock
     */
    AlarmState(AlarmConfig config, long now, long nanos) {
        this.config = config;
        begin = nanos;
        selector = config.rule() instanceof AlarmRule.OfPoints of ? of.selector() : name -> false;
        report = new AlarmReport(config.name(), config.severity().text(), false, now, 0, config.text());
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
     * Looks; whether it was raised or cleared by that.
     *
     * @param now monotonic nanoseconds
     */
    synchronized boolean look(Facts facts, long now) {
        List<PointCell> flashes = flashes();
        List<Met> met = met(facts, now);
        if (met.isEmpty()) {
            metSince = PointCell.NEVER;
        } else {
            long first = met.stream().mapToLong(Met::since).min().orElse(now);
            metSince = metSince == PointCell.NEVER ? first : Math.min(metSince, first);
            overSince = PointCell.NEVER;
        }
        boolean lasts = !met.isEmpty() && now - metSince >= config.raiseAfter().toNanos();
        if (!report.isActive() && (lasts || !flashes.isEmpty())) {
            String what = met.isEmpty()
                    ? flashes.stream().map(this::words).limit(NAMED).collect(Collectors.joining(", "))
                    : words(met);
            become(true, facts.at(), what);
            return true;
        }
        if (report.isActive() && met.isEmpty()) {
            overSince = overSince == PointCell.NEVER || !flashes.isEmpty() ? now : overSince;
            if (now - overSince >= config.clearAfter().toNanos()) {
                become(false, facts.at(), "");
                return true;
            }
        }
        return false;
    }

    /** @param at epoch nanoseconds */
    private void become(boolean active, long at, String what) {
        String text =
                what.isEmpty() ? config.text() : config.text().isEmpty() ? what : config.text() + " (" + what + ")";
        report = new AlarmReport(
                config.name(), config.severity().text(), active, at, report.raised() + (active ? 1 : 0), text);
        overSince = PointCell.NEVER;
    }

    private List<PointCell> flashes() {
        synchronized (cells) {
            return cells.values().stream().filter(PointCell::takeWasMet).toList();
        }
    }

    private List<Met> met(Facts facts, long now) {
        AlarmRule rule = config.rule();
        List<Met> met = new ArrayList<>();
        if (rule instanceof AlarmRule.OfPoints) {
            synchronized (cells) {
                cells.values().forEach(cell -> add(met, cell, now));
            }
        } else if (rule instanceof AlarmRule.Disconnected of) {
            for (ConnectionReport each : facts.connections()) {
                if (isMeant(of.connection(), each.name()) && !each.isConnected()) {
                    met.add(new Met(each.name() + " is not connected: " + each.trouble(), now));
                }
            }
        } else if (rule instanceof AlarmRule.Failing of) {
            for (SinkReport each : facts.sinks()) {
                if (isMeant(of.sink(), each.name()) && !each.failure().isEmpty()) {
                    met.add(new Met("sink " + each.name() + ": " + each.failure(), now));
                }
            }
        } else if (rule instanceof AlarmRule.Backlog of) {
            long limit = of.samples() - (metSince == PointCell.NEVER ? 0 : of.hysteresis());
            for (SinkReport each : facts.sinks()) {
                if (isMeant(of.sink(), each.name()) && each.backlog() > limit) {
                    met.add(new Met(
                            Counted.of(each.backlog(), "sample waits", "samples wait") + " for sink " + each.name(),
                            now));
                }
            }
        } else if (rule instanceof AlarmRule.Drops of) {
            for (StreamReport each : facts.streams()) {
                if ((of.stream().isEmpty() || each.name().startsWith(of.stream() + ".")) && each.lostLately() > 0) {
                    met.add(new Met(each.name() + " lost " + Counted.of(each.lostLately(), "sample") + " lately", now));
                }
            }
        }
        return met;
    }

    private static boolean isMeant(String named, String name) {
        return named.isEmpty() || named.equals(name);
    }

    private void add(List<Met> met, PointCell cell, long now) {
        if (config.rule() instanceof AlarmRule.Stale stale) {
            long since = cell.sampledAt() + stale.after().toNanos();
            if (now - since > 0) {
                met.add(new Met(words(cell), since));
            }
        } else if (cell.metSince() != PointCell.NEVER) {
            met.add(new Met(words(cell), cell.metSince()));
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
        return cell.point() + (rule instanceof AlarmRule.Bad ? " is Bad" : " is " + cell.seen());
    }

    private static String words(List<Met> met) {
        String named = met.stream().limit(NAMED).map(Met::what).collect(Collectors.joining(", "));
        return met.size() > NAMED ? named + " and " + (met.size() - NAMED) + " more" : named;
    }
}
