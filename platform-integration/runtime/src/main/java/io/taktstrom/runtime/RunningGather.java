package io.taktstrom.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.GatherConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataType;
import io.taktstrom.runtime.command.PointLimits;
import io.taktstrom.runtime.value.PublishedValue;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.stream.gather.Gather;
import io.taktstrom.stream.gather.GatherPart;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.stage.Scale;
import io.taktstrom.stream.stage.Scaling;
import org.jspecify.annotations.Nullable;

/** A gather of a deployment file, with connections of its own. One thread, but for closing. */
public final class RunningGather implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final List<PointConfig> points = new ArrayList<>();
    private final List<ManagedConnection> connections = new ArrayList<>();
    private final Gather gather;
    private final Scale scale;
    private final EpochNanoClock clock;

    private RunningGather(Deployment deployment, GatherConfig config, RunContext context) {
        clock = context.clock();
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
        return connections.stream().allMatch(managed -> managed.state() == ConnectionState.CONNECTED);
    }

    /** The same samples as streams would publish them. */
    public void published(SampleBatch devices, SampleSink out) {
        scale.process(devices, out);
    }

    /**
     * Adds a value to those that are to be written, whatever its point's limits are.
     *
     * @param values of the gather's group
     * @param text a published value, as it is typed
     * @throws IllegalArgumentException when there is no such point, or the value does not fit it
     */
    public void put(SampleBatch values, String name, String text) {
        int place = place(name);
        DataType type = values.group().typeAt(place);
        Values.put(values, place, PublishedValue.toDevice(points.get(place), type, ValueInput.parse(type, text)));
    }

    /**
     * The same within the limits of its point, as for a command. Earlier writes are not known.
     *
     * @param present what was read of the gather's group just now
     * @throws IllegalArgumentException also when the value is beyond them
     */
    public void putWithinLimits(SampleBatch values, String name, String text, SampleBatch present) {
        int place = place(name);
        PointConfig point = points.get(place);
        DataType type = values.group().typeAt(place);
        Object published = ValueInput.parse(type, text);
        PointLimits limits = new PointLimits(point, clock);
        Object device = limits.admitPublished(type, published);
        limits.admitPublishedNow(type, published, published(point, type, present, place));
        Values.put(values, place, device);
    }

    private static @Nullable Object published(PointConfig point, DataType type, SampleBatch present, int place) {
        for (int i = 0; i < present.size(); i++) {
            if (present.pointAt(i) == place && !StatusCode.isBad(present.statusAt(i))) {
                return PublishedValue.ofDevice(point, type, Values.get(present, i));
            }
        }
        return null;
    }

    private int place(String name) {
        for (int i = 0; i < points.size(); i++) {
            if (points.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("the gather has no point " + name);
    }

    @Override
    public void close() {
        gather.close();
        Timeouts.run(
                connections.stream().<Runnable>map(managed -> managed::close).toList(), CLOSE_TIMEOUT);
    }
}
