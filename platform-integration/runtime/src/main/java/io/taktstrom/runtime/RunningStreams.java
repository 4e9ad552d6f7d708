package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.SpillConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.runtime.alarm.RunningAlarms;
import io.taktstrom.runtime.compute.RunningComputed;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineBuilder;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.stream.SpillSettings;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * The pipelines of a deployment. One that a deployment has no more, or with another ring, publishes what it holds, however
 * long that takes, and is closed then; the one that takes its place waits for that. Thread-safe.
 */
final class RunningStreams {

    private static final long LOOK_EVERY_NANOS = 50_000_000;

    /** A disk that takes longer to empty a ring is in trouble; the stream's other sinks wait with the source. */
    private static final Duration PATIENCE_WITH_A_DISK = Duration.ofMillis(250);

    /** Bytes of strings, arrays and structures that a ring holds for each sample, and for all at least. */
    private static final int ARENA_BYTES_PER_SAMPLE = 16;

    private static final int MIN_ARENA_BYTES = 1 << 20;
    private static final int MAX_ARENA_BYTES = 1 << 28;

    /**
     * What runs for a deployment.
     *
     * @param begun those of them that did not run before
     */
    record Plan(Map<String, RunningStream> streams, List<RunningStream> begun, StreamRoutes routes) {}

    private final OpenSinks sinks;
    private final RunContext context;
    private final NoticeLimit notices;
    private final RunningAlarms alarms;
    private final RunningComputed computed;
    private final Duration closeTimeout;
    /** Guarded by this, as is all below. */
    private Map<String, RunningStream> live = Map.of();

    private final List<RunningStream> retiring = new ArrayList<>();
    private final Map<String, Accounting> former = new LinkedHashMap<>();
    private final ScheduledTask retirer;
    private boolean begun;

    RunningStreams(
            OpenSinks sinks,
            RunContext context,
            NoticeLimit notices,
            RunningAlarms alarms,
            RunningComputed computed,
            Duration closeTimeout) {
        this.computed = computed;
        this.sinks = sinks;
        this.alarms = alarms;
        this.context = context;
        this.notices = notices;
        this.closeTimeout = closeTimeout;
        retirer = ScheduledTask.pooled(
                "takt-runtime-retire",
                this::closeDrained,
                () -> {},
                e -> notices.accept("close a former stream: " + e + "; trying again"));
    }

    /**
     * Starts what a deployment has and does not run yet.
     *
     * @throws IOException when a sink or a stage cannot be used; nothing has been started then
     */
    Plan prepare(Deployment deployment) throws IOException {
        Map<String, RunningStream> streams = new LinkedHashMap<>();
        List<RunningStream> added = new ArrayList<>();
        List<StreamRoutes.Route> routes = new ArrayList<>();
        try {
            for (StreamConfig stream : deployment.streams()) {
                var suppliers = Stages.of(stream, context.providers());
                List<PartConfig> stages = new ArrayList<>(stream.stages());
                if (stream.when() != null) {
                    suppliers.add(0, computed.condition(stream.name())::gate);
                    // By its stages a route is told from others.
                    stages.add(
                            0,
                            PartConfig.stage(
                                    "when", Map.of("condition", stream.when().toString())));
                }
                for (String to : stream.to()) {
                    String name = stream.name() + "." + to;
                    RunningStream running = running(name);
                    if (running == null || !running.ring().equals(stream.ring())) {
                        running = start(name, to, deployment, stream);
                        added.add(running);
                    }
                    streams.put(name, running);
                    routes.add(new StreamRoutes.Route(
                            stream.selector(), running.pipeline(), List.copyOf(stages), suppliers));
                }
            }
        } catch (IOException | RuntimeException e) {
            added.forEach(this::end);
            throw e;
        }
        return new Plan(
                streams,
                added,
                new StreamRoutes(routes, deployment.scanClasses(), alarms, computed, deployment.inputs()));
    }

    private RunningStream start(String name, String to, Deployment deployment, StreamConfig stream) throws IOException {
        RunningStream predecessor = predecessor(name);
        SwitchableInlet socket =
                predecessor == null ? sinks.socket(to, stream) : sinks.socketAfter(predecessor, to, stream);
        SampleLog log;
        try {
            log = log(deployment, stream, to, predecessor);
        } catch (IOException | RuntimeException e) {
            sinks.unplug(to, socket);
            throw e;
        }
        PipelineBuilder pipeline = Pipeline.to(socket)
                .named(name)
                .settings(settings(stream.ring()))
                .clock(context.clock())
                .onNotice(notices);
        SpillConfig spill = stream.ring().spill();
        if (log != null && spill != null) {
            boolean always = spill.persist() == SpillConfig.Persist.ALWAYS;
            pipeline.spill(log, new SpillSettings(always, spill.replayRate()));
        }
        return new RunningStream(stream.ring(), to, socket, pipeline.start());
    }

    private @Nullable SampleLog log(
            Deployment deployment, StreamConfig stream, String to, @Nullable RunningStream predecessor)
            throws IOException {
        SpillConfig spill = stream.ring().spill();
        String name = stream.name() + "." + to;
        if (spill != null && predecessor != null && predecessor.ring().spill() != null) {
            throw new RestartNeededException(
                    "stream " + name + ": its ring has a buffer on disk, which the one that takes its place"
                            + " cannot have at the same time; leave the ring as it is, or stop and start");
        }
        return spill == null ? null : Buffers.open(Buffers.settings(deployment, stream, to, spill), context.clock());
    }

    private synchronized @Nullable RunningStream running(String name) {
        return live.get(name);
    }

    /** What publishes under this name, or still does. */
    private synchronized @Nullable RunningStream predecessor(String name) {
        RunningStream predecessor = live.get(name);
        for (RunningStream leaving : retiring) {
            if (predecessor == null && leaving.pipeline().name().equals(name)) {
                predecessor = leaving;
            }
        }
        return predecessor;
    }

    private PipelineSettings settings(RingConfig ring) {
        long arena = (long) ring.capacity() * ARENA_BYTES_PER_SAMPLE;
        return PipelineSettings.STANDARD
                .withCapacity(ring.capacity())
                .withArenaBytes((int) Math.max(MIN_ARENA_BYTES, Math.min(MAX_ARENA_BYTES, arena)))
                .withOnFull(ring.onFull())
                .withBlockTimeout(
                        ring.spill() == null ? PipelineSettings.STANDARD.blockTimeout() : PATIENCE_WITH_A_DISK)
                .withCloseTimeout(closeTimeout);
    }

    /**
     * Starts what a deployment has that takes the place of another, and replaces sinks whose options have changed.
     *
     * @throws IOException as {@link #prepare(Deployment)}; what was done is undone then
     */
    Plan prepare(Deployment before, Deployment next) throws IOException {
        List<PartConfig> replaced = new ArrayList<>();
        Plan plan = null;
        sinks.use(next);
        try {
            plan = prepare(next);
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

    private void undo(@Nullable Plan plan, List<PartConfig> replaced, Exception cause) {
        for (PartConfig former : replaced) {
            try {
                sinks.replace(former);
            } catch (IOException again) {
                // The streams that end in it try until it opens; that is said with the cause, and by the streams.
                cause.addSuppressed(again);
            }
        }
        if (plan != null) {
            undo(plan);
        }
    }

    /** What was prepared is not wanted after all. */
    private void undo(Plan plan) {
        plan.begun().forEach(this::end);
    }

    private void end(RunningStream stream) {
        stream.close();
        sinks.unplug(stream.sink(), stream.socket());
    }

    /** From now on these run; nothing flows any more into those that are not among them. */
    synchronized void use(Plan plan) {
        for (RunningStream stream : live.values()) {
            if (!plan.streams().containsValue(stream)) {
                stream.hide();
                retiring.add(stream);
            }
        }
        live = new LinkedHashMap<>(plan.streams());
        live.values().forEach(stream -> stream.show(context.meters()));
        if (begun) {
            retirer.wake();
        } else {
            begun = true;
            retirer.begin();
        }
    }

    /** Tells the sinks of what runs which points are known now. */
    void tellPoints(Plan plan, Deployment deployment) {
        for (StreamConfig stream : deployment.streams()) {
            for (String to : stream.to()) {
                RunningStream running = plan.streams().get(stream.name() + "." + to);
                if (running != null) {
                    sinks.follow(to, stream, running.socket());
                }
            }
        }
    }

    /** Closes former streams that hold nothing any more. */
    private long closeDrained() {
        List<RunningStream> drained;
        synchronized (this) {
            drained = retiring.stream()
                    .filter(stream -> stream.pipeline().accounting().buffered() == 0)
                    .toList();
        }
        drained.forEach(this::retire);
        synchronized (this) {
            return retiring.isEmpty() ? ScheduledTask.UNTIL_WOKEN : LOOK_EVERY_NANOS;
        }
    }

    private void retire(RunningStream stream) {
        end(stream);
        synchronized (this) {
            if (retiring.remove(stream)) {
                former.merge(stream.pipeline().name(), stream.pipeline().accounting(), Accounting::plus);
            }
        }
    }

    /** Closes former streams now: what they hold is stored on their disk, or dropped where they have none. */
    void closeFormer() {
        List<RunningStream> left;
        synchronized (this) {
            left = List.copyOf(retiring);
        }
        Timeouts.run(
                left.stream().<Runnable>map(stream -> () -> retire(stream)).toList(), closeTimeout.multipliedBy(2));
    }

    /** Those of the deployment, in its order, by {@code stream.sink}. */
    synchronized Map<String, RunningStream> live() {
        return new LinkedHashMap<>(live);
    }

    /** Those of the deployment, in its order. */
    synchronized List<Pipeline> pipelines() {
        return live.values().stream().map(RunningStream::pipeline).toList();
    }

    /** What became of every sample since the start, by pipeline, those that are over included. */
    synchronized Map<String, Accounting> accounts() {
        Map<String, Accounting> accounts = new LinkedHashMap<>();
        live.forEach((name, stream) -> accounts.put(name, stream.pipeline().accounting()));
        retiring.forEach(stream ->
                accounts.merge(stream.pipeline().name(), stream.pipeline().accounting(), Accounting::plus));
        former.forEach((name, account) -> accounts.merge(name, account, Accounting::plus));
        return accounts;
    }

    /** Publishes what waits as far as there is time. Idempotent. */
    void close(Duration limit) {
        retirer.end();
        Collection<RunningStream> all;
        synchronized (this) {
            all = new ArrayList<>(live.values());
            all.addAll(retiring);
        }
        Timeouts.run(all.stream().<Runnable>map(stream -> stream::close).toList(), limit);
    }
}
