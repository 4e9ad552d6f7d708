package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.command.CommandingSink;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.kit.Fatal;
import io.taktstrom.model.DataPoint;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.meter.SinkMeter;
import io.taktstrom.stream.meter.StreamMeters;
import org.jspecify.annotations.Nullable;

/**
 * The sinks of a deployment, each opened once, when the first stream ends in it, and replaced under the streams that end in
 * it when its options change. Closed and asked by any thread.
 */
final class OpenSinks {

    /** How long a sink that is replaced may take to return from a call. */
    private static final Duration HOLD = Duration.ofSeconds(2);

    /** How long the streams of a sink that is replaced wait for its close. */
    private static final Duration CLOSE = Duration.ofMillis(500);

    /** A sink that asks for more gets no more. */
    static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);

    private static final String NO_COMMANDS =
            "{\"outcome\":\"refused\",\"status\":\"Bad_NotWritable\",\"message\":\"the file has no section commands\"}";

    private record Opened(
            PartConfig config, Sink sink, @Nullable StreamMeters meters) {}

    private final Map<String, Opened> opened = new LinkedHashMap<>();
    private final Map<String, List<SwitchableInlet>> sockets = new LinkedHashMap<>();
    private final RunContext context;
    private final Consumer<String> notices;
    private final Supplier<@Nullable RunningCommands> commands;
    private final Fence fence;
    /** Guarded by this. */
    private Deployment deployment;

    /** @param commands the gate that is open at the time, if any is */
    OpenSinks(
            Deployment deployment,
            RunContext context,
            Consumer<String> notices,
            Supplier<@Nullable RunningCommands> commands,
            Fence fence) {
        this.fence = fence;
        this.deployment = deployment;
        this.commands = commands;
        this.context = context;
        this.notices = notices;
    }

    /** From now on sinks are those of this deployment; {@link #replace} says when one that is open follows. */
    synchronized void use(Deployment next) {
        deployment = next;
    }

    /**
     * The end of a pipeline, open.
     *
     * @throws IOException when the sink cannot be used: which one, why, and what to do
     */
    SwitchableInlet socket(String name, StreamConfig stream) throws IOException {
        return plugged(name, new SwitchableInlet(() -> inlet(name, stream), fence).eagerly());
    }

    /** The end of a pipeline whose predecessor still publishes: it opens when that is over. */
    SwitchableInlet socketAfter(RunningStream predecessor, String name, StreamConfig stream) {
        return plugged(
                name,
                new SwitchableInlet(
                        () -> {
                            if (!predecessor.isOver()) {
                                throw new IOException("the ring that this one takes the place of still holds samples,"
                                        + " which are published first");
                            }
                            return inlet(name, stream);
                        },
                        fence));
    }

    private synchronized SwitchableInlet plugged(String name, SwitchableInlet socket) {
        sockets.computeIfAbsent(name, key -> new ArrayList<>()).add(socket);
        return socket;
    }

    /** A pipeline is over. A sink in which none ends any more, and that the deployment does not name, is closed. */
    void unplug(String name, SwitchableInlet socket) {
        Opened unused = null;
        synchronized (this) {
            List<SwitchableInlet> left = sockets.getOrDefault(name, new ArrayList<>());
            left.remove(socket);
            boolean isNeeded =
                    deployment.streams().stream().anyMatch(stream -> stream.to().contains(name));
            if (left.isEmpty() && !isNeeded) {
                sockets.remove(name);
                unused = opened.remove(name);
            }
        }
        if (unused != null) {
            close(List.of(unused));
        }
    }

    private SinkInlet inlet(String name, StreamConfig stream) throws IOException {
        return guarded(name, () -> open(config(name)).inlet(stream.name(), points(stream)));
    }

    private List<DataPoint> points(StreamConfig stream) {
        Predicate<String> wanted = stream.selector();
        Deployment now;
        synchronized (this) {
            now = deployment;
        }
        return now.knownPoints().stream()
                .filter(point -> wanted.test(point.name()))
                .toList();
    }

    /** Tells the end of a pipeline that goes on which points are known to come now. */
    void follow(String name, StreamConfig stream, SwitchableInlet socket) {
        if (!socket.hold(HOLD)) {
            notices.accept(
                    "sink " + name + ": does not return from a call, and was not told of the points of a reload");
            return;
        }
        try {
            guarded(name, () -> {
                socket.follow(points(stream));
                return name;
            });
        } catch (IOException e) {
            notices.accept(Notices.inWords(e));
        } finally {
            socket.release();
        }
    }

    /**
     * Puts a sink in the place of one whose options have changed. The streams that end in it keep what waits, and publish
     * it to the new one. When that cannot be opened, the former one is opened again.
     *
     * @throws IOException when it cannot be replaced: which one, why, and what to do
     */
    void replace(PartConfig next) throws IOException {
        String name = next.name();
        List<SwitchableInlet> ends;
        Opened former;
        synchronized (this) {
            ends = List.copyOf(sockets.getOrDefault(name, List.of()));
            former = opened.get(name);
        }
        if (former == null || former.config().equals(next)) {
            return;
        }
        List<SwitchableInlet> held = new ArrayList<>();
        try {
            for (SwitchableInlet end : ends) {
                if (!end.hold(HOLD)) {
                    throw new IOException("sink " + name + ": cannot be replaced, for it does not return from a call;"
                            + " try again when it works, or restart");
                }
                held.add(end);
            }
            exchange(name, next, held, former);
        } finally {
            held.forEach(SwitchableInlet::release);
        }
    }

    private void exchange(String name, PartConfig next, List<SwitchableInlet> held, Opened former) throws IOException {
        // One that waits for its predecessor opens by itself.
        List<SwitchableInlet> wereOpen =
                held.stream().filter(SwitchableInlet::isOpen).toList();
        takeOut(name, held, former);
        try {
            open(next);
            for (SwitchableInlet end : wereOpen) {
                end.open();
            }
        } catch (IOException e) {
            Opened failed;
            synchronized (this) {
                failed = opened.get(name);
            }
            if (failed != null) {
                takeOut(name, held, failed);
            }
            // Should that fail too, the streams that end in it try again until it works.
            guarded(name, () -> open(former.config()));
            throw e;
        }
    }

    private void takeOut(String name, List<SwitchableInlet> held, Opened former) {
        for (SwitchableInlet end : held) {
            try {
                end.empty();
            } catch (IOException | RuntimeException | Error e) {
                Fatal.rethrow(e);
                notices.accept("close an end of sink " + name + ": " + Notices.inWords(e));
            }
        }
        synchronized (this) {
            opened.remove(name);
        }
        if (!Timeouts.run(List.of(() -> close(former)), CLOSE)) {
            notices.accept("sink " + name + ": still closing; the one that replaces it is opened meanwhile");
        }
    }

    /**
     * Finds out whether a sink could be opened.
     *
     * @throws IOException when not: which one, why, and what to do
     */
    void check(String name) throws IOException {
        guarded(name, () -> {
            PartConfig config = config(name);
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
            String message = String.valueOf(e.getMessage());
            String begin = "sink " + name + ": ";
            throw message.startsWith(begin) ? e : new IOException(begin + message, e);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            // A sink is foreign code; a class that its plug-in lacks shows only now.
            throw new IOException("sink " + name + ": cannot be opened, because of an error in it: " + e, e);
        }
    }

    private synchronized PartConfig config(String name) {
        PartConfig config = deployment.sinks().get(name);
        if (config == null) {
            throw new IllegalArgumentException("no sink " + name);
        }
        return config;
    }

    private synchronized SinkContext context(String name, SinkObserver observer) {
        return new SinkContext(name, deployment::resolve, context.clock(), new RecordedDeliveries(name, observer));
    }

    private synchronized Sink open(PartConfig config) throws IOException {
        String name = config.name();
        Opened already = opened.get(name);
        if (already != null) {
            return already.sink();
        }
        SinkObserver observer = observer();
        Sink sink = guarded(
                name, () -> context.providers().sink(config.type()).open(config.values(), context(name, observer)));
        if (sink instanceof CommandingSink commanding) {
            commanding.acceptCommands(new SinkGate(name));
        }
        StreamMeters meters = null;
        if (context.meters() != null && observer instanceof SinkMeter meter) {
            meters = new StreamMeters(context.meters()).add(name, sink, meter);
        }
        opened.put(name, new Opened(config, sink, meters));
        return sink;
    }

    /** What a sink sees of the gate, which another may take the place of. */
    private final class SinkGate implements CommandGate {

        private final String source;

        SinkGate(String sink) {
            source = "sink " + sink;
        }

        @Override
        public void submit(Command command, Consumer<CommandAnswer> onAnswer) {
            RunningCommands now = commands.get();
            if (now == null) {
                onAnswer.accept(new CommandAnswer("", CommandOutcome.REFUSED, NO_COMMANDS));
            } else {
                now.entrance(source).submit(command, onAnswer);
            }
        }

        @Override
        public void turnAway(String sender, String why) {
            RunningCommands now = commands.get();
            if (now != null) {
                now.entrance(source).turnAway(sender, why);
            }
        }
    }

    /** What a sink writes is measured only when someone wants to know. */
    private SinkObserver observer() {
        return context.meters() != null ? new SinkMeter(context.clock(), notices) : new SinkNotices(notices);
    }

    /** How each does. */
    synchronized Map<String, SinkHealth> health() {
        Map<String, SinkHealth> health = new LinkedHashMap<>();
        opened.forEach((name, each) -> health.put(name, health(each.sink())));
        return health;
    }

    private static SinkHealth health(Sink sink) {
        try {
            return sink.health();
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            // A sink is foreign code.
            return SinkHealth.unwell("it cannot say how it does, because of an error in it: " + e);
        }
    }

    /** Closes all, as far as they do within the longest of their close times. */
    void close() {
        List<Opened> all;
        synchronized (this) {
            all = List.copyOf(opened.values());
        }
        close(all);
    }

    private void close(List<Opened> sinks) {
        Duration limit = sinks.stream()
                .map(OpenSinks::closeTime)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        boolean closed = Timeouts.run(
                sinks.stream().<Runnable>map(sink -> () -> close(sink)).toList(), limit);
        if (!closed) {
            notices.accept("a sink does not close: its disk or its reader does not answer; left behind");
        }
    }

    private static Duration closeTime(Opened sink) {
        try {
            Duration asked = sink.sink().closeTime();
            return asked.compareTo(LONGEST_CLOSE) < 0 ? asked : LONGEST_CLOSE;
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            // A sink is foreign code.
            return CLOSE;
        }
    }

    private void close(Opened sink) {
        StreamMeters meters = sink.meters();
        if (meters != null) {
            meters.close();
        }
        try {
            sink.sink().close();
        } catch (IOException | RuntimeException | Error e) {
            Fatal.rethrow(e);
            notices.accept("close sink " + sink.config().name() + ": " + Notices.inWords(e)
                    + "; what it wrote last may not be safe");
        }
    }
}
