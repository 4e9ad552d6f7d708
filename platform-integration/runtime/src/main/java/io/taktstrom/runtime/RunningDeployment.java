package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.ClockWatch;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import org.jspecify.annotations.Nullable;

/**
 * A deployment that runs until it is closed, whatever its devices and sinks do meanwhile. Thread-safe.
 *
 * <p>Closing takes at most about six seconds, whatever devices, sinks and disks do: one and a half for commands that
 * are being written, where there are any, as much for the devices, as much for the pipelines, one for a sink that does not return, and half a second for closing its file.
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

    private final OpenSinks sinks;
    private final List<Pipeline> pipelines = new ArrayList<>();
    private final List<RunningConnection> connections = new ArrayList<>();
    private @Nullable RunningCommands commands;
    private final @Nullable StreamMeters meters;
    private final NoticeLimit notices;
    private final ClockWatch clockWatch;

    private RunningDeployment(Deployment deployment, RunContext context) {
        MeterRegistry registry = context.meters();
        meters = registry == null ? null : new StreamMeters(registry);
        notices = new NoticeLimit(context.clock(), context.notices());
        sinks = new OpenSinks(deployment, context, notices, meters);
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
        RunningDeployment running = new RunningDeployment(deployment, context);
        try {
            Routes routes = running.openStreams(deployment, context);
            ManagedSettings settings = ManagedSettings.standard()
                    .withBackOff(FIRST_BACK_OFF, MAX_BACK_OFF)
                    .withCloseTimeout(CLOSE_TIMEOUT);
            for (ConnectionConfig connection : deployment.connections().values()) {
                running.connections.add(new RunningConnection(connection, deployment, routes, settings, context));
            }
            running.openCommands(deployment, context);
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
     * Finds out what would keep the sinks that streams lead to from being opened. Leaves nothing behind.
     *
     * @return what is wrong; nothing when all can be used
     */
    public static List<String> checkSinks(Deployment deployment, RunContext context) {
        OpenSinks sinks = new OpenSinks(deployment, context, context.notices(), null);
        List<String> wrong = new ArrayList<>();
        deployment.streams().stream()
                .flatMap(stream -> stream.to().stream())
                .distinct()
                .forEach(name -> {
                    try {
                        sinks.check(name);
                    } catch (IOException e) {
                        wrong.add(String.valueOf(e.getMessage()));
                    }
                });
        return wrong;
    }

    private Routes openStreams(Deployment deployment, RunContext context) throws IOException {
        List<Routes.Route> routes = new ArrayList<>();
        for (StreamConfig stream : deployment.streams()) {
            for (String to : stream.to()) {
                Pipeline pipeline = Pipeline.to(sinks.inlet(to, stream))
                        .named(stream.name() + "." + to)
                        .settings(settings(stream.ring()))
                        .stages(Stages.of(deployment, stream, context.providers()))
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

    private void openCommands(Deployment deployment, RunContext context) throws IOException {
        CommandsConfig config = deployment.commands();
        if (config != null) {
            Map<String, ManagedConnection> byName = new LinkedHashMap<>();
            connections.forEach(connection -> byName.put(connection.name(), connection.managed()));
            RunningCommands started =
                    RunningCommands.start(config, deployment, byName, context.providers(), context.clock(), notices);
            commands = started;
            if (meters != null) {
                meters.addCommands(started::count);
            }
        }
    }

    private static PipelineSettings settings(RingConfig ring) {
        long arena = (long) ring.capacity() * ARENA_BYTES_PER_SAMPLE;
        return PipelineSettings.STANDARD
                .withCapacity(ring.capacity())
                .withArenaBytes((int) Math.max(LEAST_ARENA_BYTES, Math.min(MOST_ARENA_BYTES, arena)))
                .withOnFull(ring.onFull())
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

    /** The gate for commands; null when the file lets none in. */
    public @Nullable RunningCommands commands() {
        return commands;
    }

    /** How each sink's receiver does, by the sink's name. */
    public Map<String, SinkHealth> sinks() {
        return sinks.health();
    }

    /** Ends sampling, publishes what waits as far as there is time, and closes the sinks. Idempotent. */
    @Override
    public void close() {
        clockWatch.close();
        if (meters != null) {
            meters.close();
        }
        if (commands != null) {
            commands.close(CLOSE_TIMEOUT);
        }
        Together.run(
                connections.stream()
                        .<Runnable>map(connection -> connection::close)
                        .toList(),
                CLOSE_TOGETHER);
        Together.run(
                pipelines.stream().<Runnable>map(pipeline -> pipeline::close).toList(), CLOSE_TOGETHER);
        sinks.close(CLOSE_SINKS);
    }
}
