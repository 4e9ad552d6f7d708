package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.runtime.alarm.RunningAlarms;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.compute.RunningComputed;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.HealthWatch;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.ClockWatch;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import org.jspecify.annotations.Nullable;

/**
 * A deployment that runs until it is closed, whatever its devices and sinks do meanwhile. Another one can take its place:
 * then only what is different changes. Thread-safe.
 *
 * <p>Closing takes at most about five seconds, whatever devices, sinks and disks do: less than half a one for commands that are being
 * written, one and a half for the devices, as much for the pipelines, one for a sink that does not return, and half a second for closing the
 * sinks. A sink that completes files at its end is waited for longer, {@linkplain io.taktstrom.sink.Sink#closeTime as long as it asks for}.
 */
public final class RunningDeployment implements AutoCloseable {

    /** Closing takes no longer, whatever sinks ask for. */
    public static final Duration LONGEST_CLOSE = Duration.ofSeconds(5).plus(OpenSinks.LONGEST_CLOSE);

    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(1500);

    /** More than connections and pipelines take that keep their own limits. */
    private static final Duration CLOSE_TOGETHER = Duration.ofMillis(2_700);

    /** A write that takes longer is answered as unknown. */
    private static final Duration CLOSE_COMMANDS = Duration.ofMillis(400);

    private static final Duration FIRST_BACK_OFF = Duration.ofMillis(100);
    /** One attempt in some seconds costs nothing, and a line that stands still for half a minute longer does. */
    private static final Duration MAX_BACK_OFF = Duration.ofSeconds(5);

    private static final ManagedSettings SETTINGS =
            ManagedSettings.standard().withBackOff(FIRST_BACK_OFF, MAX_BACK_OFF).withCloseTimeout(CLOSE_TIMEOUT);

    private final RunContext context;
    private final ManagedSettings settings;
    private final OpenSinks sinks;
    private final RunningStreams streams;
    private final NoticeLimit notices;
    private final @Nullable StreamMeters meters;
    private final ClockWatch clockWatch;
    private final HealthEvents events;
    private final RunningAlarms alarms;
    private final RunningComputed computed;
    private final HealthSnapshot survey;
    private final HealthWatch watch;
    private final ReloadableCommands commands;
    private final ReloadRefusal refusal;
    private boolean commandsMetered;
    /** For one reload after the other, and none after the end. */
    private final Object reloading = new Object();

    private volatile Deployment deployment;
    private volatile Map<String, RunningConnection> connections = Map.of();
    private volatile boolean closed;

    private RunningDeployment(Deployment deployment, RunContext context, ManagedSettings settings) {
        this.deployment = deployment;
        this.settings = settings.withIdle(context.pollIdle(), IdleStrategy.PARK);
        this.context = context;
        events = context.events();
        MeterRegistry registry = context.meters();
        notices = new NoticeLimit(context.clock(), context.noticesOf(Subject.WHOLE));
        sinks = new OpenSinks(deployment, context, notices, this::commands);
        alarms = new RunningAlarms(context.clock(), context.providers(), events, context.notices(), registry);
        computed = new RunningComputed(context.clock(), notices, alarms);
        streams = new RunningStreams(sinks, context, notices, alarms, computed, CLOSE_TIMEOUT);
        clockWatch = ClockWatch.start(context.clock(), notices);
        refusal = new ReloadRefusal(events, context.notices());
        survey = new HealthSnapshot(this, streams, sinks, clockWatch, context.clock());
        watch = new HealthWatch(() -> survey.facts(closed), alarms::reports, this::lookAt, events, notices);
        meters = registry == null ? null : new StreamMeters(registry).add(clockWatch);
        commands = new ReloadableCommands(context, notices);
        meterCommands(deployment);
    }

    /**
     * Opens the sinks and starts everything. Devices may be away: they are tried until they answer.
     *
     * @throws IOException when a sink cannot be opened; nothing runs then
     */
    public static RunningDeployment start(Deployment deployment, RunContext context) throws IOException {
        return start(deployment, context, SETTINGS);
    }

    /**
     * The same in the place of another process that ran it: what rings in devices (block mode) still hold is read, and may be what
     * the other has read before.
     *
     * @throws IOException as {@link #start}
     */
    public static RunningDeployment takeOver(Deployment deployment, RunContext context) throws IOException {
        return start(deployment, context, SETTINGS.withRingsFromOldest(true));
    }

    private static RunningDeployment start(Deployment deployment, RunContext context, ManagedSettings settings)
            throws IOException {
        RunningDeployment running = new RunningDeployment(deployment, context, settings);
        try {
            RunningStreams.Plan plan = running.streams.prepare(deployment);
            running.streams.use(plan);
            running.alarms.use(deployment, plan.routes()::inlets);
            running.computed.use(deployment, plan.routes()::inlets);
            running.connect(deployment, plan.routes());
            running.commands.open(deployment.commands(), deployment, running.managed());
            running.watch.begin();
            if (running.meters != null) {
                running.meters
                        .addHealth(running, RunningDeployment::conditionNumber)
                        .addComputed(running.computed, RunningComputed::failures)
                        .addReload(running, of -> !of.reloadRefusal().isEmpty());
            }
            return running;
        } catch (IOException | RuntimeException e) {
            try {
                running.close();
            } catch (RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /**
     * Lets another deployment take the place of the one that runs. Connections, subscriptions, rings and sinks that both
     * have alike do not notice.
     *
     * <ul>
     *   <li>A connection with another address or other options is closed and reconnects; one with other points keeps its
     *       session, and what is sampled alike goes on. Where points of a scan are removed, or sampled in another way, a new
     *       scan takes the place of the former, which ends when it has delivered what the device gathered: no sample is missing
     *       or comes twice while the device answers. Where samples may be missing, the next one is marked Overflow, as is
     *       the first one of a connection with other options.
     *   <li>A sink with other options is closed and opened; streams that end in it keep what waits meanwhile.
     *   <li>A stream with other points or stages keeps its ring. A ring that is removed or changed publishes first what it
     *       holds, however long that takes; the one in its place gathers meanwhile and begins then.
     * </ul>
     *
     * <p>Takes up to a few seconds, for what is closed.
     *
     * @return what is different
     * @throws IOException when a sink cannot be opened, or a stage not made: then the deployment that ran runs on
     */
    public DeploymentChanges reload(Deployment next) throws IOException {
        synchronized (reloading) {
            Deployment before = deployment;
            DeploymentChanges changes = DeploymentChanges.between(before, next);
            if (closed || before.equals(next)) {
                refusal.clear();
                return changes;
            }
            RunningStreams.Plan plan;
            try {
                ReloadableCommands.requireSameAudit(before.commands(), next.commands());
                plan = prepare(before, next);
            } catch (IOException e) {
                refusal.refuse(next.source(), e);
                throw e;
            }
            deployment = next;
            alarms.use(next, plan.routes()::inlets);
            computed.use(next, plan.routes()::inlets);
            connect(next, plan.routes());
            streams.use(plan);
            streams.tellPoints(plan, next);
            commands.follow(before, next, managed());
            meterCommands(next);
            refusal.clear();
            return changes;
        }
    }

    /**
     * Makes known that a reload was not even tried: in the health, as an event, and in a metric, until a reload succeeds.
     *
     * @param why which file, where in it, and what is wrong
     * @param startsWithIt whether the next start would succeed all the same
     */
    public void refuseReload(String why, boolean startsWithIt) {
        refusal.refuse(why, startsWithIt ? ReloadRefusal.GOES_ON : ReloadRefusal.START_FAILS);
    }

    /** Why the last reload was refused, on one line; empty when what runs is what its file has. */
    public String reloadRefusal() {
        return refusal.text();
    }

    /** All that may fail; what was done is undone then. */
    private RunningStreams.Plan prepare(Deployment before, Deployment next) throws IOException {
        List<PartConfig> replaced = new ArrayList<>();
        RunningStreams.Plan plan = null;
        sinks.use(next);
        try {
            plan = streams.prepare(next);
            for (PartConfig sink : next.sinks().values()) {
                PartConfig former = before.sinks().get(sink.name());
                if (former != null && !former.equals(sink)) {
                    sinks.replace(sink);
                    replaced.add(former);
                }
            }
            return plan;
        } catch (IOException | RuntimeException e) {
            sinks.use(before);
            undo(plan, replaced, e);
            throw e;
        }
    }

    private void undo(RunningStreams.@Nullable Plan plan, List<PartConfig> replaced, Exception cause) {
        for (PartConfig former : replaced) {
            try {
                sinks.replace(former);
            } catch (IOException again) {
                // The streams that end in it try until it opens; that is said with the cause, and by the streams.
                cause.addSuppressed(again);
            }
        }
        if (plan != null) {
            streams.undo(plan);
        }
    }

    /** Has each connection run as the deployment says; those that stay do not notice. */
    private void connect(Deployment next, StreamRoutes routes) {
        Map<String, RunningConnection> before = connections;
        Map<String, List<PointConfig>> points = next.pointsByConnection();
        Map<String, List<PointBrowse>> browses = next.browsesByConnection();
        Set<RunningConnection> ended = new LinkedHashSet<>();
        before.forEach((name, running) -> {
            ConnectionConfig config = next.connections().get(name);
            if (config == null || !config.equals(running.config())) {
                ended.add(running);
            }
        });
        close(ended);
        List<Runnable> endings = new ArrayList<>();
        // Should one fail, all that run are known.
        Map<String, RunningConnection> known = new LinkedHashMap<>(before);
        Map<String, RunningConnection> now = new LinkedHashMap<>();
        try {
            for (ConnectionConfig config : next.connections().values()) {
                String name = config.name();
                List<PointConfig> listed = points.getOrDefault(name, List.of());
                List<PointBrowse> browsed = browses.getOrDefault(name, List.of());
                RunningConnection running = before.get(name);
                if (running == null || ended.contains(running)) {
                    boolean replaces = running != null;
                    running = new RunningConnection(config, listed, browsed, routes, settings, context, replaces);
                } else {
                    endings.add(running.follow(listed, browsed, routes));
                }
                now.put(name, running);
                known.put(name, running);
            }
            known = now;
        } finally {
            connections = known;
        }
        endings.forEach(Runnable::run);
    }

    /** Once there is a section for them. */
    private void meterCommands(Deployment of) {
        if (meters != null && of.commands() != null && !commandsMetered) {
            meters.addCommands(commands::count);
            commandsMetered = true;
        }
    }

    private Map<String, ManagedConnection> managed() {
        Map<String, ManagedConnection> byName = new LinkedHashMap<>();
        connections().forEach(connection -> byName.put(connection.name(), connection.managed()));
        return byName;
    }

    private static void close(Collection<RunningConnection> connections) {
        Timeouts.run(
                connections.stream()
                        .<Runnable>map(connection -> connection::close)
                        .toList(),
                CLOSE_TOGETHER);
    }

    /** What runs now. */
    public Deployment deployment() {
        return deployment;
    }

    /** In the deployment's order. */
    public List<RunningConnection> connections() {
        return List.copyOf(connections.values());
    }

    /** One for each sink of each stream, named {@code stream.sink}. */
    public List<Pipeline> pipelines() {
        return streams.pipelines();
    }

    /** What became of every sample since the start, by pipeline; also by those that a later deployment has no more. */
    public Map<String, Accounting> accounts() {
        return streams.accounts();
    }

    /** The gate for commands; null when the file lets none in. */
    public @Nullable RunningCommands commands() {
        return commands.now();
    }

    private void lookAt(HealthReport.Facts facts) {
        alarms.look(facts);
        connections().forEach(RunningConnection::lookAtPoints);
    }

    /** The alarms, to acknowledge and shelve them. */
    public RunningAlarms alarms() {
        return alarms;
    }

    /** How all of it does now. Takes some microseconds for each connection, and does not block; closed, it says so. */
    public HealthReport health() {
        return watch.report(survey.facts(closed));
    }

    private double conditionNumber() {
        return switch (health().condition()) {
            case UP -> 2;
            case DEGRADED -> 1;
            case DOWN -> 0;
        };
    }

    /** What happened: reasons and alarms that came and went, notices. */
    public HealthEvents events() {
        return events;
    }

    /** Whether its own threads are at work; devices and receivers may be away. */
    public boolean isAlive() {
        return closed || (watch.isAlive() && pipelines().stream().allMatch(Pipeline::isAlive));
    }

    /** How each sink's receiver does, by the sink's name. */
    public Map<String, SinkHealth> sinks() {
        return sinks.health();
    }

    /** Ends sampling, publishes what waits as far as there is time, stores what is to be stored, and closes the sinks. Idempotent. */
    @Override
    public void close() {
        closed = true;
        synchronized (reloading) {
            watch.close();
            alarms.close();
            clockWatch.close();
            if (meters != null) {
                meters.close();
            }
            RunningCommands open = commands.now();
            if (open != null) {
                open.close(CLOSE_COMMANDS);
            }
            close(connections());
            streams.close(CLOSE_TOGETHER);
            sinks.close();
        }
    }
}
