package io.taktstrom.runtime.compute;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.ComputedConfig;
import io.taktstrom.deployment.ComputedConfig.OnBad;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.expression.CelTypes;
import io.taktstrom.expression.Expression;
import io.taktstrom.expression.Result;
import io.taktstrom.model.ScalarType;
import io.taktstrom.runtime.alarm.RunningAlarms;
import io.taktstrom.stream.AccountedSink;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of a deployment. Evaluated by the threads that bring their inputs, one at a time. Thread-safe.
 *
 * <p>Samples of one batch that follow each other with the same source time are one moment: each expression is evaluated once for it,
 * after all of them.
 */
public final class RunningComputed {

    /** What tells apart where alarms see results from where streams do. */
    private static final Object ALARMS = new Object();

    private final EpochNanoClock clock;
    private final Consumer<String> notices;
    private final RunningAlarms alarms;
    private final Map<String, StreamCondition> conditions = new ConcurrentHashMap<>();
    private final AtomicLong failures = new AtomicLong();
    private volatile ComputedGraph graph = ComputedGraph.EMPTY;
    private final Object lock = new Object();
    // Guarded by the lock, as is all within the graph.
    private final BitSet dirty = new BitSet();
    private List<ResultOutlet> touched = new ArrayList<>();
    private long moment;

    /**
     * @param notices hear of an expression that fails, once for each cause
     * @param alarms see the results
     */
    public RunningComputed(EpochNanoClock clock, Consumer<String> notices, RunningAlarms alarms) {
        this.clock = clock;
        this.notices = notices;
        this.alarms = alarms;
    }

    /** Whether samples of a stream may pass. */
    public StreamCondition condition(String stream) {
        return conditions.computeIfAbsent(stream, name -> new StreamCondition());
    }

    /** Puts the expressions in front of where a scan's samples go. */
    public AccountedSink watched(Collection<PointConfig> points, AccountedSink next) {
        return new ComputeTap(this, points, next);
    }

    /** How often an expression had no value although its inputs had. */
    public long failures() {
        return failures.get();
    }

    ComputedGraph graph() {
        return graph;
    }

    /**
     * From now on the expressions are those of this deployment. One that it has as before goes on; another one is evaluated at once if
     * its inputs are known.
     *
     * @param inlets says where computed points go
     */
    public void use(Deployment deployment, RunningAlarms.Inlets inlets) {
        List<ResultOutlet> sending;
        synchronized (lock) {
            ComputedGraph before = graph;
            Map<String, InputCell> cells = new HashMap<>();
            List<ComputedNode> nodes = nodes(deployment, before, cells);
            Map<Object, ResultOutlet> outlets = outlets(nodes, before, inlets);
            graph = new ComputedGraph(nodes, cells, outlets);
            for (ComputedNode node : nodes) {
                node.config()
                        .expression()
                        .inputs()
                        .forEach(input -> Objects.requireNonNull(cells.get(input))
                                .dependents
                                .set(node.place()));
            }
            begin(before);
            sending = takeTouched();
        }
        sending.forEach(outlet -> outlet.send(lock));
    }

    /** Those of points first, then those of alarms, then those of streams. */
    private List<ComputedNode> nodes(Deployment deployment, ComputedGraph before, Map<String, InputCell> cells) {
        Map<ComputedConfig, @Nullable StreamCondition> wanted = new LinkedHashMap<>();
        deployment.computed().forEach(config -> wanted.put(config, null));
        for (AlarmConfig alarm : deployment.alarms().values()) {
            if (alarm.rule() instanceof AlarmRule.Holds holds) {
                wanted.put(condition(holds.point(), holds.condition()), null);
            }
        }
        for (StreamConfig stream : deployment.streams()) {
            if (stream.when() != null) {
                wanted.put(condition("when " + stream.name(), stream.when()), condition(stream.name()));
            }
        }
        Map<ComputedConfig, ComputedNode> known = new HashMap<>();
        before.nodes().forEach(node -> known.put(node.config(), node));
        before.cells().values().forEach(cell -> cell.dependents.clear());
        List<ComputedNode> nodes = new ArrayList<>();
        wanted.forEach((config, condition) -> {
            List<InputCell> inputs = config.expression().inputs().stream()
                    .map(name ->
                            cells.computeIfAbsent(name, key -> before.cells().getOrDefault(key, new InputCell())))
                    .toList();
            ComputedNode node = known.get(config);
            node = node == null ? new ComputedNode(config, condition, inputs, notices) : node;
            node.setPlace(nodes.size());
            nodes.add(node);
        });
        return nodes;
    }

    private static ComputedConfig condition(String name, Expression expression) {
        return ComputedConfig.of(name, expression, ScalarType.BOOL, OnBad.BAD, "", Map.of());
    }

    /** A way that was there before keeps its outlet, and so the order of its samples. */
    private Map<Object, ResultOutlet> outlets(
            List<ComputedNode> nodes, ComputedGraph before, RunningAlarms.Inlets inlets) {
        Map<Object, Supplier<AccountedSink>> ways = new LinkedHashMap<>();
        Map<Object, List<ComputedNode>> taken = new LinkedHashMap<>();
        List<ComputedNode> forAlarms = new ArrayList<>();
        for (ComputedNode node : nodes) {
            if (node.condition() == null) {
                forAlarms.add(node);
                if (!node.config().name().endsWith(AlarmRule.CONDITION)) {
                    inlets.of(node.config().name()).forEach((way, inlet) -> {
                        ways.putIfAbsent(way, inlet);
                        taken.computeIfAbsent(way, key -> new ArrayList<>()).add(node);
                    });
                }
            }
        }
        if (!forAlarms.isEmpty()) {
            List<PointConfig> points = forAlarms.stream()
                    .map(node -> PointConfig.of(node.config().point(), "", ""))
                    .toList();
            ways.put(ALARMS, () -> alarms.watched(points, new Nowhere()));
            taken.put(ALARMS, forAlarms);
        }
        Map<Object, ResultOutlet> outlets = new LinkedHashMap<>();
        ways.forEach((way, inlet) -> {
            ResultOutlet known = before.outlets().get(way);
            ResultOutlet outlet = known == null ? new ResultOutlet(inlet.get()) : known;
            AccountedSink to = known != null && way == ALARMS ? inlet.get() : outlet.inlet();
            outlet.use(to, taken.getOrDefault(way, List.of()), nodes.size());
            outlets.put(way, outlet);
        });
        return outlets;
    }

    /** Evaluates what is new, or goes where it did not go before; what is neither is not sent again. */
    private void begin(ComputedGraph before) {
        Set<ComputedNode> known = new HashSet<>(before.nodes());
        Set<ResultOutlet> former = new HashSet<>(before.outlets().values());
        dirty.clear();
        for (ComputedNode node : graph.nodes()) {
            if (!known.contains(node)) {
                InputCell own = graph.cells().get(node.config().name());
                if (own != null) {
                    own.forget();
                }
                if (node.condition() != null) {
                    node.condition().set(false);
                }
                dirty.set(node.place());
            } else if (graph.outlets().values().stream()
                    .anyMatch(outlet -> outlet.takes(node) && !former.contains(outlet))) {
                dirty.set(node.place());
            }
        }
        settle(clock.epochNanos(), (node, outlet) -> !known.contains(node) || !former.contains(outlet));
    }

    /** Samples of a scan. */
    void take(ComputeTap tap, @Nullable InputCell[] cells, SampleBatch batch) {
        List<ResultOutlet> sending;
        synchronized (lock) {
            long time = 0;
            moment++;
            for (int i = 0; i < batch.size(); i++) {
                InputCell cell = cells[batch.pointAt(i)];
                if (cell == null) {
                    continue;
                }
                if (!dirty.isEmpty() && (batch.sourceTimeAt(i) != time || cell.moment == moment)) {
                    settle(batch.receivedAt(), RunningComputed::always);
                    moment++;
                }
                time = batch.sourceTimeAt(i);
                cell.moment = moment;
                tap.show(batch, i, cell);
                spread(cell, StatusCode.hasOverflow(batch.statusAt(i)));
            }
            settle(batch.receivedAt(), RunningComputed::always);
            sending = takeTouched();
        }
        sending.forEach(outlet -> outlet.send(lock));
    }

    private void spread(InputCell cell, boolean isMarked) {
        dirty.or(cell.dependents);
        if (isMarked) {
            cell.dependents.stream().forEach(node -> graph.nodes().get(node).mark());
        }
    }

    /** Evaluates each node that has a new input, after those that it needs. */
    private void settle(long receivedAt, BiPredicate<ComputedNode, ResultOutlet> isNews) {
        for (int i = dirty.nextSetBit(0); i >= 0; i = dirty.nextSetBit(i + 1)) {
            dirty.clear(i);
            ComputedNode node = graph.nodes().get(i);
            Result result = node.evaluate(receivedAt);
            if (result != null) {
                publish(node, result, receivedAt, isNews);
            }
        }
    }

    private void publish(
            ComputedNode node, Result result, long receivedAt, BiPredicate<ComputedNode, ResultOutlet> isNews) {
        if (!result.reason().isEmpty()) {
            failures.incrementAndGet();
        }
        if (node.condition() != null) {
            node.condition().set(!StatusCode.isBad(node.status()) && result.bits() != 0);
        }
        InputCell own = graph.cells().get(node.config().name());
        if (own != null) {
            own.take(node.status(), node.time(), CelTypes.valueOf(result, node.type()), node.type());
            spread(own, StatusCode.hasOverflow(node.status()));
        }
        for (ResultOutlet outlet : graph.outlets().values()) {
            if (outlet.takes(node) && isNews.test(node, outlet)) {
                outlet.add(node, result, receivedAt);
                if (!touched.contains(outlet)) {
                    touched.add(outlet);
                }
            }
        }
    }

    private static boolean always(ComputedNode node, ResultOutlet outlet) {
        return true;
    }

    /** Where something is to be sent by the thread that has made it. */
    private List<ResultOutlet> takeTouched() {
        if (touched.isEmpty()) {
            return List.of();
        }
        List<ResultOutlet> taken = touched;
        touched = new ArrayList<>();
        return taken;
    }

    /** The end of samples that were only to be seen. */
    public static final class Nowhere implements AccountedSink {

        @Override
        public void onSamples(SampleBatch batch) {
            // What is in front of it has seen them.
        }

        @Override
        public void lose(DropReason reason, long samples) {
            // The streams account for them.
        }
    }
}
