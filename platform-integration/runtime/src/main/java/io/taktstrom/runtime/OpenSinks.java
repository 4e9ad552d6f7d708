package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.kit.Fatal;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.meter.SinkMeter;
import io.taktstrom.stream.meter.StreamMeters;
import org.jspecify.annotations.Nullable;

/** The sinks of a deployment, each opened once, when the first stream ends in it. Closed and asked by any thread. */
final class OpenSinks {

    private final Map<String, Sink> opened = new LinkedHashMap<>();
    private final Deployment deployment;
    private final RunContext context;
    private final Consumer<String> notices;
    private final @Nullable StreamMeters meters;

    OpenSinks(Deployment deployment, RunContext context, Consumer<String> notices, @Nullable StreamMeters meters) {
        this.deployment = deployment;
        this.context = context;
        this.notices = notices;
        this.meters = meters;
    }

    /**
     * The end of a pipeline.
     *
     * @throws IOException when the sink cannot be used: which one, why, and what to do
     */
    SinkInlet inlet(String name, StreamConfig stream) throws IOException {
        Predicate<String> wanted = stream.selector();
        List<DataPoint> points = deployment.points().stream()
                .map(PointConfig::point)
                .filter(point -> wanted.test(point.name()))
                .toList();
        return guarded(name, () -> sink(name).inlet(stream.name(), points));
    }

    /**
     * Finds out whether a sink could be opened.
     *
     * @throws IOException when not: which one, why, and what to do
     */
    void check(String name) throws IOException {
        guarded(name, () -> {
            SinkConfig config = config(name);
            context.providers().sink(config.type()).check(config.values(), context(name, observer()));
            return name;
        });
    }

    @FunctionalInterface
    private interface Call<T> {
        T run() throws IOException;
    }

    private static <T> T guarded(String name, Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (IOException e) {
            throw new IOException("sink " + name + ": " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            // A sink is somebody else's code; a class that its plug-in lacks shows only now.
            throw new IOException("sink " + name + ": cannot be opened, because of an error in it: " + e, e);
        }
    }

    private SinkConfig config(String name) {
        SinkConfig config = deployment.sinks().get(name);
        if (config == null) {
            throw new IllegalArgumentException("no sink " + name);
        }
        return config;
    }

    private SinkContext context(String name, SinkObserver observer) {
        return new SinkContext(name, deployment::resolve, context.clock(), observer);
    }

    private synchronized Sink sink(String name) throws IOException {
        Sink sink = opened.get(name);
        if (sink == null) {
            SinkConfig config = config(name);
            SinkObserver observer = observer();
            sink = context.providers().sink(config.type()).open(config.values(), context(name, observer));
            opened.put(name, sink);
            if (meters != null && observer instanceof SinkMeter meter) {
                meters.add(name, sink, meter);
            }
        }
        return sink;
    }

    /** What a sink writes is measured only when someone wants to know. */
    private SinkObserver observer() {
        return meters != null ? new SinkMeter(context.clock(), notices) : new SinkNotices(notices);
    }

    /** How each does. */
    synchronized Map<String, SinkHealth> health() {
        Map<String, SinkHealth> health = new LinkedHashMap<>();
        opened.forEach((name, sink) -> health.put(name, sink.health()));
        return health;
    }

    /** Closes all, as far as they do within the limit. */
    void close(Duration limit) {
        Map<String, Sink> all;
        synchronized (this) {
            all = new LinkedHashMap<>(opened);
        }
        boolean closed = Together.run(
                all.entrySet().stream()
                        .<Runnable>map(sink -> () -> close(sink.getKey(), sink.getValue()))
                        .toList(),
                limit);
        if (!closed) {
            notices.accept("a sink does not close: its disk or its reader does not answer; left behind");
        }
    }

    private void close(String name, Sink sink) {
        try {
            sink.close();
        } catch (IOException | RuntimeException | Error e) {
            Fatal.rethrow(e);
            notices.accept("close sink " + name + ": " + Notices.inWords(e) + "; what it wrote last may not be safe");
        }
    }
}
