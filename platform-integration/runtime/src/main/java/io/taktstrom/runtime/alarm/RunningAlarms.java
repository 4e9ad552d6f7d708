package io.taktstrom.runtime.alarm;

import java.io.IOException;
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
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.runtime.command.AuditFile;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.DeliveryReport;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.spi.Providers;
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
    private final AlarmConditions conditions;
    /** For one look after the other, and none while rules are exchanged; guards what follows. */
    private final Object looking = new Object();
    /** Where samples of alarms go, and of which. */
    private List<AlarmOutlet> outlets = List.of();
    /** Whether they have not got the state of all. */
    private boolean outletsAreNew;

    private boolean isUsed;

    /**
     * @param providers with those of receivers
     * @param notices hear what is raised and cleared, as events do
     */
    public RunningAlarms(
            EpochNanoClock clock,
            Providers providers,
            HealthEvents events,
            Consumer<String> notices,
            @Nullable MeterRegistry registry) {
        conditions = new AlarmConditions(clock, providers, notices, registry);
        this.clock = clock;
        this.events = events;
        this.notices = notices;
        this.registry = registry;
    }

    /** What would keep receivers and the journal from being opened. Connects to nothing, and leaves nothing behind. */
    public static List<String> check(Deployment deployment, Providers providers, EpochNanoClock clock) {
        List<String> wrong = new ArrayList<>();
        deployment.notifications().receivers().forEach((name, receiver) -> {
            SinkContext context = new SinkContext(name, deployment::resolve, clock, SinkObserver.NONE);
            PartConfig part = receiver.part();
            try {
                providers
                        .alarmReceiver(part.type())
                        .open(part.values(), context)
                        .close();
            } catch (IOException e) {
                wrong.add("receiver " + name + ": " + e.getMessage());
            }
        });
        AuditConfig journal = deployment.notifications().journal();
        if (journal != null) {
            try {
                AuditFile.check(deployment.resolve(journal.path()));
            } catch (IOException e) {
                wrong.add("journal of alarms: " + e.getMessage());
            }
        }
        return wrong;
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
        if (!isUsed) {
            conditions.use(deployment);
        }
        Map<String, AlarmState> now = new LinkedHashMap<>();
        for (AlarmConfig config : deployment.alarms().values()) {
            AlarmState former = before.get(config.name());
            now.put(
                    config.name(),
                    former != null && former.config().equals(config)
                            ? former
                            : new AlarmState(
                                    config,
                                    clock.epochNanos(),
                                    clock.nanoTime(),
                                    former == null ? conditions.restored(config.name()) : null));
        }
        end(before.values().stream()
                .filter(state -> now.get(state.config().name()) != state)
                .map(AlarmState::report)
                .filter(AlarmReport::isActive)
                .map(report -> report.over(clock.epochNanos(), "its rule is another one now, or was removed"))
                .toList());
        if (isUsed) {
            conditions.use(deployment);
        }
        isUsed = true;
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

    /**
     * Another instance watches until the next deployment: nothing is raised or cleared, and people are told of nothing. What was raised,
     * acknowledged and shelved is kept.
     */
    public void suspend() {
        synchronized (looking) {
            states = Map.of();
            hide();
            watchlist = Watchlist.EMPTY;
            outlets = List.of();
            conditions.suspend();
        }
    }

    private void end(List<AlarmReport> over) {
        over.forEach(alarm -> tell(alarm, AlarmState.Change.Kind.CLEARED, alarm.text()));
        outlets.forEach(outlet -> outlet.send(over, clock.epochNanos()));
    }

    private void show(Collection<AlarmState> rules) {
        if (registry == null) {
            return;
        }
        hide();
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
        return states.values().stream()
                .map(AlarmState::report)
                .map(report -> report.with(conditions.handling(report.name())))
                .toList();
    }

    /** Looks now, and tells what was raised and what was cleared. */
    public void look(Facts facts) {
        synchronized (looking) {
            List<AlarmReport> changed = new ArrayList<>();
            for (AlarmState state : states.values()) {
                state.look(facts, clock.nanoTime())
                        .ifPresentOrElse(
                                change -> {
                                    AlarmReport report = state.report();
                                    tell(report, change.kind(), change.text());
                                    if (change.kind() != AlarmState.Change.Kind.MORE) {
                                        changed.add(report);
                                    }
                                },
                                () -> conditions.follow(state.report()));
            }
            conditions.tick();
            List<AlarmReport> sent = outletsAreNew ? reports() : changed;
            outletsAreNew = false;
            outlets.forEach(outlet -> outlet.send(sent, facts.at()));
        }
    }

    /**
     * Acknowledges or shelves alarms. Does not block.
     *
     * @return for people, what was done
     * @throws IllegalArgumentException when nothing was: why, and what to do
     */
    public String handle(AlarmRequest request) {
        return conditions.handle(request);
    }

    /** How they reach people. */
    public DeliveryReport delivery() {
        return conditions.report();
    }

    /** Takes the meters out, ends the receivers, and stores what must outlive the process. Idempotent. */
    @Override
    public void close() {
        hide();
        conditions.close();
    }

    private void hide() {
        StreamMeters shown = meters;
        if (shown != null) {
            shown.close();
        }
    }

    private void tell(AlarmReport alarm, AlarmState.Change.Kind change, String what) {
        if (change == AlarmState.Change.Kind.CLEARED) {
            conditions.cleared(alarm);
        } else {
            conditions.raised(alarm, change == AlarmState.Change.Kind.MORE);
        }
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
