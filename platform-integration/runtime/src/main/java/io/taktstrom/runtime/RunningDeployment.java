package io.taktstrom.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.runtime.alarm.RunningAlarms;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.compute.RunningComputed;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.HealthWatch;
import io.taktstrom.runtime.health.StandbyReport;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.runtime.standby.RunningStandby;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.ClockWatch;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.meter.StreamMeters;
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

    private final RunningConnections connections;
    private final @Nullable RunningStandby standby;
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
    private volatile boolean closed;
    private boolean isActive; // guarded by reloading

    private RunningDeployment(
            Deployment deployment, RunContext context, ManagedSettings settings, @Nullable RunningStandby standby) {
        this.deployment = deployment;
        this.standby = standby;
        isActive = standby == null;
        Fence fence = standby == null ? Fence.NONE : standby.fence();
        connections = new RunningConnections(
                context, settings.withIdle(context.pollIdle(), IdleStrategy.PARK), CLOSE_TOGETHER);
        events = context.events();
        MeterRegistry registry = context.meters();
        notices = new NoticeLimit(context.clock(), context.noticesOf(Subject.WHOLE));
        sinks = new OpenSinks(deployment, context, notices, this::commands, fence);
        alarms = new RunningAlarms(context.clock(), context.providers(), events, context.notices(), registry);
        computed = new RunningComputed(context.clock(), notices, alarms);
        streams = new RunningStreams(sinks, context, notices, alarms, computed, CLOSE_TIMEOUT);
        clockWatch = ClockWatch.start(context.clock(), notices);
        refusal = new ReloadRefusal(events, context.notices());
        survey = new HealthSnapshot(this, streams, sinks, clockWatch, context.clock());
        watch = new HealthWatch(() -> survey.facts(closed), alarms::reports, this::lookAt, events, notices);
        meters = registry == null ? null : new StreamMeters(registry).add(clockWatch);
        commands = new ReloadableCommands(context, notices, fence);
        meterCommands(deployment);
    }

    /**
     * Opens the sinks and starts everything. Devices may be away: they are tried until they answer. A deployment with a lease starts
     * on standby, and is active while it holds it.
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
        RunningStandby standby =
                RunningStandby.of(deployment, context.providers(), context.clock(), context.noticesOf(Subject.WHOLE));
        RunningDeployment running = new RunningDeployment(
                deployment, context, standby == null ? settings : settings.withRingsFromOldest(true), standby);
        try {
            Deployment first = standby == null ? deployment : deployment.onStandby();
            RunningStreams.Plan plan = running.streams.prepare(first);
            running.streams.use(plan);
            if (standby == null) {
                running.alarms.use(first, plan.routes()::inlets);
            }
            running.computed.use(first, plan.routes()::inlets);
            running.connections.follow(first, plan.routes(), false);
            running.commands.open(first.commands(), first, running.connections.managed());
            running.watch.begin();
            if (running.meters != null) {
                running.meters
                        .addHealth(running, RunningDeployment::conditionNumber)
                        .addComputed(running.computed, RunningComputed::failures)
                        .addReload(running, of -> !of.reloadRefusal().isEmpty());
            }
            if (standby != null) {
                if (running.meters != null) {
                    running.meters.addStandby(
                            standby,
                            of -> of.isActive() ? 1 : 0,
                            of -> of.fence().term());
                }
                running.begin(standby);
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
            try {
                requireSameLease(before, next);
                ReloadableCommands.requireSameAudit(before.commands(), next.commands());
                apply(running(before), running(next), isActive, false);
            } catch (IOException e) {
                refusal.refuse(next.source(), e);
                throw e;
            }
            deployment = next;
            meterCommands(next);
            refusal.clear();
            if (standby != null) {
                standby.clearFailure();
            }
            return changes;
        }
    }

    /**
     * Lets what runs follow another deployment.
     *
     * @param isWatching whether alarms are watched for
     * @param isAfterGap whether samples of new points were lost before
     * @throws IOException when a sink cannot be opened, or a stage not made: then what ran runs on
     */
    private void apply(Deployment before, Deployment next, boolean isWatching, boolean isAfterGap) throws IOException {
        RunningStreams.Plan plan = streams.prepare(before, next);
        if (isWatching) {
            alarms.use(next, plan.routes()::inlets);
        } else {
            alarms.suspend();
        }
        computed.use(next, plan.routes()::inlets);
        connections.follow(next, plan.routes(), isAfterGap);
        streams.use(plan);
        streams.tellPoints(plan, next);
        commands.follow(before, next, connections.managed());
    }

    /** What of a deployment runs in the present role. */
    private Deployment running(Deployment of) {
        return isActive ? of : of.onStandby();
    }

    private static void requireSameLease(Deployment before, Deployment next) throws IOException {
        if (!Objects.equals(before.standby(), next.standby())) {
            throw new RestartNeededException(
                    "standby: which instance is active cannot be found out by another lease while one is; leave it as it is, or"
                            + " stop all instances and start them");
        }
    }

    private void begin(RunningStandby with) {
        with.begin(new RunningStandby.Role() {
            @Override
            public void activate() throws IOException {
                synchronized (reloading) {
                    if (!closed) {
                        isActive = true;
                        boolean isAfterGap = with.fence().term() > 1;
                        apply(deployment.onStandby(), deployment, true, isAfterGap);
                        if (deployment.commands() != null && commands.now() == null) {
                            throw new IOException("commands cannot be taken; the notice before says why");
                        }
                    }
                }
            }

            @Override
            public void stepDown() {
                synchronized (reloading) {
                    if (isActive) {
                        try {
                            apply(deployment, deployment.onStandby(), false, false);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                        isActive = false;
                        streams.closeFormer();
                    }
                }
            }
        });
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

    /** Once there is a section for them. */
    private void meterCommands(Deployment of) {
        if (meters != null && of.commands() != null && !commandsMetered) {
            meters.addCommands(commands::count);
            commandsMetered = true;
        }
    }

    /** What runs now, or would if this instance were active. */
    public Deployment deployment() {
        return deployment;
    }

    /** In the deployment's order. */
    public List<RunningConnection> connections() {
        return connections.all();
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

    /** Which role this instance has; null for a single one. */
    public @Nullable StandbyReport standby() {
        return standby == null ? null : standby.report();
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
        if (standby != null) {
            standby.end();
        }
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
            connections.close();
            streams.close(CLOSE_TOGETHER);
            sinks.close();
        }
        if (standby != null) {
            standby.close();
        }
    }
}
