package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.deployment.SinkProvider;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.runtime.sink.OpenSink;
import io.taktstrom.runtime.sink.SinkOpener;
import io.taktstrom.runtime.sink.SinkSurroundings;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.ClockWatch;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.OverflowPolicy;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ManagedSettings;
import org.jspecify.annotations.Nullable;

/**
 * A deployment that runs until it is closed, whatever its devices and sinks do meanwhile. Thread-safe.
 *
 * <p>Closing takes at most about four and a half seconds, whatever devices, sinks and disks do: one and a half for the
 * devices, as much for the pipelines, one for a sink that does not return, and half a second for closing its file.
 */
public final class RunningDeployment implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(1500);

    /** More than connections and pipelines take that keep their own limits. */
    private static final Duration CLOSE_TOGETHER = Duration.ofMillis(2_700);

    private static final Duration CLOSE_SINKS = Duration.ofMillis(500);

    private static final Duration FIRST_BACK_OFF = Duration.ofMillis(100);
    /** One attempt in some seconds costs nothing, and a line that stands still for half a minute longer does. */
    private static final Duration MAX_BACK_OFF = Duration.ofSeconds(5);

    /** Bytes of strings, arrays and structures that a ring holds for each sample, and for all at least. */
    private static final int ARENA_BYTES_PER_SAMPLE = 16;

    private static final int LEAST_ARENA_BYTES = 1 << 20;
    private static final int MOST_ARENA_BYTES = 1 << 28;

    private final List<OpenSink> sinks = new ArrayList<>();
    private final List<Pipeline> pipelines = new ArrayList<>();
    private final List<RunningConnection> connections = new ArrayList<>();
    private final @Nullable StreamMeters meters;
    private final NoticeLimit notices;
    private final ClockWatch clockWatch;

    private RunningDeployment(RunContext context) {
        MeterRegistry registry = context.meters();
        meters = registry == null ? null : new StreamMeters(registry);
        notices = new NoticeLimit(context.clock(), context.notices());
        clockWatch = ClockWatch.start(context.clock(), notices);
        if (meters != null) {
            meters.add(clockWatch);
        }
    }

    /**
     * Opens the sinks and starts everything. Devices may be away: they are tried until they answer.
     *
     * @throws IOException when a sink cannot be opened; nothing runs then
     */
    public static RunningDeployment start(Deployment deployment, RunContext context) throws IOException {
        RunningDeployment running = new RunningDeployment(context);
        try {
            Routes routes = running.openStreams(deployment, context);
            ManagedSettings settings = ManagedSettings.standard()
                    .withBackOff(FIRST_BACK_OFF, MAX_BACK_OFF)
                    .withCloseTimeout(CLOSE_TIMEOUT);
            for (ConnectionConfig connection : deployment.connections().values()) {
                running.connections.add(new RunningConnection(connection, deployment, routes, settings, context));
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

    private Routes openStreams(Deployment deployment, RunContext context) throws IOException {
        Map<String, OpenSink> opened = new LinkedHashMap<>();
        List<Routes.Route> routes = new ArrayList<>();
        for (StreamConfig stream : deployment.streams()) {
            for (String to : stream.to()) {
                OpenSink sink = opened.get(to);
                if (sink == null) {
                    sink = open(deployment, to, context);
                    opened.put(to, sink);
                    sinks.add(sink);
                }
                Pipeline pipeline = Pipeline.to(sink.inlet())
                        .named(stream.name() + "." + to)
                        .settings(settings(stream.ring()))
                        .stages(Stages.of(deployment, stream))
                        .clock(context.clock())
                        .onNotice(notices)
                        .start();
                pipelines.add(pipeline);
                if (meters != null) {
                    meters.add(pipeline);
                }
                routes.add(new Routes.Route(stream.selector(), pipeline));
            }
        }
        return new Routes(routes, deployment.scanClasses());
    }

    private OpenSink open(Deployment deployment, String name, RunContext context) throws IOException {
        SinkConfig config = deployment.sinks().get(name);
        if (config == null) {
            throw new IllegalArgumentException("no sink " + name);
        }
        for (SinkProvider provider : ServiceLoader.load(SinkProvider.class)) {
            if (provider instanceof SinkOpener opener
                    && provider.descriptor().type().equals(config.type())) {
                try {
                    return opener.open(config, new SinkSurroundings(deployment::resolve, context.console(), notices));
                } catch (IOException e) {
                    throw new IOException("sink " + name + ": " + e.getMessage(), e);
                }
            }
        }
        throw new IOException("sink " + config + ": nothing on the class path opens this type");
    }

    private static PipelineSettings settings(RingConfig ring) {
        long arena = (long) ring.capacity() * ARENA_BYTES_PER_SAMPLE;
        return PipelineSettings.STANDARD
                .withCapacity(ring.capacity())
                .withArenaBytes((int) Math.max(LEAST_ARENA_BYTES, Math.min(MOST_ARENA_BYTES, arena)))
                .withOnFull(OverflowPolicy.of(ring.onFull().word()))
                .withCloseTimeout(CLOSE_TIMEOUT);
    }

    /** In the deployment's order. */
    public List<RunningConnection> connections() {
        return List.copyOf(connections);
    }

    /** One for each sink of each stream, named {@code stream.sink}. */
    public List<Pipeline> pipelines() {
        return List.copyOf(pipelines);
    }

    /** What became of every sample, by pipeline. */
    public Map<String, Accounting> accounts() {
        Map<String, Accounting> accounts = new LinkedHashMap<>();
        pipelines.forEach(pipeline -> accounts.put(pipeline.name(), pipeline.accounting()));
        return accounts;
    }

    /** Ends sampling, publishes what waits as far as there is time, and closes the sinks. Idempotent. */
    @Override
    public void close() {
        clockWatch.close();
        if (meters != null) {
            meters.close();
        }
        Together.run(
                connections.stream()
                        .<Runnable>map(connection -> connection::close)
                        .toList(),
                CLOSE_TOGETHER);
        Together.run(
                pipelines.stream().<Runnable>map(pipeline -> pipeline::close).toList(), CLOSE_TOGETHER);
        boolean closed = Together.run(
                sinks.stream().<Runnable>map(sink -> () -> close(sink)).toList(), CLOSE_SINKS);
        if (!closed) {
            notices.accept("a sink does not close: its disk or its reader does not answer; left behind");
        }
    }

    private void close(OpenSink sink) {
        try {
            sink.close();
        } catch (IOException e) {
            notices.accept("close a sink: " + Notices.inWords(e) + "; what it wrote last may not be on the disk");
        }
    }
}
