package io.taktstrom.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.Values;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.GatherConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.runtime.value.PublishedValue;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.stream.gather.Gather;
import io.taktstrom.stream.gather.GatherPart;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.stage.Scale;
import io.taktstrom.stream.stage.Scaling;

/** A gather of a deployment file, with connections of its own. One thread, but for closing. */
public final class RunningGather implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final List<PointConfig> points = new ArrayList<>();
    private final List<ManagedConnection> connections = new ArrayList<>();
    private final Gather gather;
    private final Scale scale;

    private RunningGather(Deployment deployment, GatherConfig config, RunContext context) {
        Map<String, List<PointConfig>> byConnection = new LinkedHashMap<>();
        for (PointConfig point : config.of(deployment)) {
            byConnection
                    .computeIfAbsent(point.connection(), name -> new ArrayList<>())
                    .add(point);
        }
        List<GatherPart> parts = new ArrayList<>();
        for (ConnectionConfig connection : deployment.connections().values()) {
            List<PointConfig> its = byConnection.get(connection.name());
            if (its != null) {
                points.addAll(its);
                ManagedConnection managed = ManagedConnection.to(
                                context.providers()
                                        .connector(connection.endpoint().scheme()),
                                connection.endpoint())
                        .named(connection.name())
                        .clock(context.clock())
                        .onNotice(context.notices())
                        .start();
                connections.add(managed);
                parts.add(new GatherPart(
                        managed, its.stream().map(PointConfig::point).toList()));
            }
        }
        Map<String, Scaling> scalings = new HashMap<>();
        points.stream()
                .filter(PointConfig::isScaled)
                .forEach(point -> scalings.put(point.name(), new Scaling(point.scale(), point.offset())));
        scale = new Scale(point -> scalings.get(point.name()));
        gather = Gather.of(config.name(), parts, config.deadline(), context.clock(), context.notices());
    }

    /** Begins to connect; devices may be away. */
    public static RunningGather start(Deployment deployment, GatherConfig config, RunContext context) {
        return new RunningGather(deployment, config, context);
    }

    public Gather gather() {
        return gather;
    }

    /** Whether each device is connected. */
    public boolean isConnected() {
        return connections.stream().allMatch(managed -> managed.state() == ManagedConnection.State.CONNECTED);
    }

    /** The same samples as streams would publish them. */
    public void published(SampleBatch devices, SampleSink out) {
        scale.process(devices, out);
    }

    /**
     * Adds a value to those that are to be written.
     *
     * @param values of the gather's group
     * @param text a published value, as it is typed
     * @throws IllegalArgumentException when there is no such point, or the value does not fit it
     */
    public void put(SampleBatch values, String name, String text) {
        for (int i = 0; i < points.size(); i++) {
            PointConfig point = points.get(i);
            if (point.name().equals(name)) {
                var type = values.group().typeAt(i);
                Values.put(values, i, PublishedValue.toDevice(point, type, ValueInput.parse(type, text)));
                return;
            }
        }
        throw new IllegalArgumentException("the gather has no point " + name);
    }

    @Override
    public void close() {
        gather.close();
        Together.run(
                connections.stream().<Runnable>map(managed -> managed::close).toList(), CLOSE_TIMEOUT);
    }
}
