package io.taktstrom.runtime.alarm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.meter.StreamMeters;
import org.jspecify.annotations.Nullable;

/** The alarms of a deployment. Thread-safe. */
public final class RunningAlarms implements AutoCloseable {

    private final EpochNanoClock clock;
    private final HealthEvents events;
    private final Consumer<String> notices;
    private final @Nullable MeterRegistry registry;
    /** Of the rules in use. */
    private volatile @Nullable StreamMeters meters;

    private volatile Watchlist watchlist = Watchlist.EMPTY;
    private volatile Map<String, AlarmState> states = Map.of();
    /** For one look after the other, and none while rules are exchanged; guards what follows. */
    private final Object looking = new Object();
    /** Where samples of alarms go, and of which. */
    private List<AlarmOutlet> outlets = List.of();
    /** Whether they have not got the state of all. */
    private boolean outletsAreNew;

    /** @param notices hear what is raised and cleared, as events do */
    public RunningAlarms(
            EpochNanoClock clock, HealthEvents events, Consumer<String> notices, @Nullable MeterRegistry registry) {
        this.clock = clock;
        this.events = events;
        this.notices = notices;
        this.registry = registry;
    }

    /**
     * From now on the rules are those of this deployment. One that it has as before stays as it is; of another one that was raised is
     * told, and sent where it went, that it is over.
     *
     * @param inlets says where the points of alarms go
     */
    public void use(Deployment deployment, Inlets inlets) {
        synchronized (looking) {
            exchange(deployment, inlets);
        }
    }

    private void exchange(Deployment deployment, Inlets inlets) {
        Map<String, AlarmState> before = states;
        Map<String, AlarmState> now = new LinkedHashMap<>();
        for (AlarmConfig config : deployment.alarms().values()) {
            AlarmState former = before.get(config.name());
            now.put(
                    config.name(),
                    former != null && former.config().equals(config)
                            ? former
                            : new AlarmState(config, clock.epochNanos(), clock.nanoTime()));
        }
        end(before.values().stream()
                .filter(state -> now.get(state.config().name()) != state)
                .map(AlarmState::report)
                .filter(AlarmReport::isActive)
                .map(report -> report.over(clock.epochNanos(), "its rule is another one now, or was removed"))
                .toList());
        states = now;
        show(now.values());
        List<AlarmState> all = List.copyOf(now.values());
        // Those that are listed are watched although no sample has come yet.
        for (AlarmState state : all) {
            deployment.points().forEach(point -> state.cellOf(point.name()));
            deployment.computed().forEach(point -> state.cellOf(point.name()));
        }
        watchlist = all.isEmpty() ? Watchlist.EMPTY : new Watchlist(all);
        outlets = all.isEmpty()
                ? List.of()
                : AlarmOutlet.of(List.copyOf(deployment.alarms().values()), inlets);
        outletsAreNew = true;
    }

    private void end(List<AlarmReport> over) {
        over.forEach(alarm -> tell(alarm, AlarmState.Change.Kind.CLEARED, alarm.text()));
        outlets.forEach(outlet -> outlet.send(over, clock.epochNanos()));
    }

    private void show(Collection<AlarmState> rules) {
        if (registry == null) {
            return;
        }
        close();
        StreamMeters shown = new StreamMeters(registry);
        for (AlarmState rule : rules) {
            AlarmConfig config = rule.config();
            shown.addAlarm(
                    config.name(),
                    config.severity().text(),
                    rule,
                    alarm -> alarm.report().isActive());
        }
        meters = shown;
    }

    /** Which streams take points. */
    @FunctionalInterface
    public interface Inlets {
        /** Entrances of the streams that take a point of this name, by what tells them apart. */
        Map<Object, Supplier<AccountedSink>> of(String point);
    }

    /** Puts the rules in front of where a scan's samples go. */
    public AccountedSink watched(Collection<PointConfig> points, AccountedSink next) {
        return new AlarmTap(this, points, next);
    }

    Watchlist watchlist() {
        return watchlist;
    }

    /** By which delays are measured. */
    long nanoTime() {
        return clock.nanoTime();
    }

    /** How all stand, in the file's order. */
    public List<AlarmReport> reports() {
        return states.values().stream().map(AlarmState::report).toList();
    }

    /** Looks now, and tells what was raised and what was cleared. */
    public void look(Facts facts) {
        synchronized (looking) {
            List<AlarmReport> changed = new ArrayList<>();
            for (AlarmState state : states.values()) {
                state.look(facts, clock.nanoTime()).ifPresent(change -> {
                    AlarmReport report = state.report();
                    tell(report, change.kind(), change.text());
                    if (change.kind() != AlarmState.Change.Kind.MORE) {
                        changed.add(report);
                    }
                });
            }
            List<AlarmReport> sent = outletsAreNew ? reports() : changed;
            outletsAreNew = false;
            outlets.forEach(outlet -> outlet.send(sent, facts.at()));
        }
    }

    /** Takes the meters out. Idempotent. */
    @Override
    public void close() {
        StreamMeters shown = meters;
        if (shown != null) {
            shown.close();
        }
    }

    private void tell(AlarmReport alarm, AlarmState.Change.Kind change, String what) {
        boolean critical = alarm.severity().equals(AlarmConfig.Severity.CRITICAL.text());
        String how = switch (change) {
            case RAISED -> " raised, " + alarm.severity();
            case MORE -> " raised, " + alarm.severity() + ", another cause";
            case CLEARED -> " cleared";
        };
        String text = "alarm " + alarm.name() + how + (what.isEmpty() ? "" : ": " + what);
        events.add(
                alarm.isActive() ? HealthEvent.Kind.RAISED : HealthEvent.Kind.CLEARED,
                critical ? Condition.DOWN : Condition.DEGRADED,
                Subject.alarm(alarm.name()),
                "",
                text);
        notices.accept(text);
    }
}
