package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/**
 * A device that fails as a seed decides. Each of its variables counts its own changes, so that it shows in the values what is
 * missing; who reads a variable changes it.
 */
final class SimulatedDevice implements ConnectorProvider {

    /** What it does with a request. */
    enum Behavior {
        WORKING,
        /** It accepts no connection. */
        AWAY,
        /** Each request but the first ones is answered by an error. */
        FAILING
    }

    private final SplittableRandom random;
    private final EpochNanoClock clock;
    private final Runnable meanwhile;
    private final Consumer<String> trace;
    private final IntPredicate isRead;
    private final BiConsumer<Integer, Boolean> bridge;
    private final boolean pushes;
    private final boolean keepsQueues;
    private final boolean tellsWhenItChanged;
    private final boolean readsHaveTimes;
    private final boolean readsChange;
    private final long clockError;
    private final long[] values;
    private final long[] times;
    /** Variables that have no value at the moment. */
    private final BitSet faulty = new BitSet();

    private final List<SimulatedConnection> connections = new ArrayList<>();
    private Behavior behavior = Behavior.WORKING;
    private DataType type = ScalarType.DINT;
    private int sessions;

    /**
     * @param meanwhile what others do during a request
     * @param isRead whether a variable is read, so that it only changes by that
     * @param bridge told of each variable to which a connection is subscribed, and whether it goes on where the former one was
     */
    SimulatedDevice(
            SplittableRandom random,
            int points,
            EpochNanoClock clock,
            Runnable meanwhile,
            IntPredicate isRead,
            BiConsumer<Integer, Boolean> bridge,
            Consumer<String> trace) {
        this.isRead = isRead;
        this.bridge = bridge;
        this.random = random;
        this.clock = clock;
        this.meanwhile = meanwhile;
        this.trace = trace;
        pushes = random.nextInt(3) > 0;
        keepsQueues = pushes && random.nextBoolean();
        tellsWhenItChanged = random.nextBoolean();
        readsHaveTimes = pushes && random.nextBoolean();
        readsChange = random.nextBoolean();
        clockError = random.nextInt(-1, 2) * Duration.ofHours(1).toNanos();
        values = new long[points];
        times = new long[points];
        trace.accept((pushes ? "pushes" : "is polled") + (keepsQueues ? ", keeps its queues" : "")
                + (tellsWhenItChanged ? ", tells when a value changed" : "")
                + (readsHaveTimes ? ", reads have times" : "") + (readsChange ? ", reads change" : "") + ", clock "
                + clockError);
    }

    boolean pushes() {
        return pushes;
    }

    boolean keepsQueues() {
        return keepsQueues;
    }

    SplittableRandom random() {
        return random;
    }

    EpochNanoClock clock() {
        return clock;
    }

    /** By the device's clock. */
    long now() {
        return clock.epochNanos() + clockError;
    }

    /** Whether a read changes what it reads, so that it shows which reads are missing. */
    boolean readsChange() {
        return readsChange;
    }

    long read(int variable) {
        return readsChange && !faulty.get(variable) ? next(variable) : values[variable];
    }

    /** Whether what is read has the device's time. */
    boolean readsHaveTimes() {
        return readsHaveTimes;
    }

    /** The time of a value that is read. */
    long timeOfRead(int variable) {
        return readsHaveTimes ? timeOf(variable) : SampleBatch.NO_TIME;
    }

    Behavior behavior() {
        return behavior;
    }

    DataType type() {
        return type;
    }

    void behave(Behavior now) {
        behavior = now;
    }

    /** From the next session on its variables have the other type. */
    void changeType() {
        type = type == ScalarType.DINT ? ScalarType.LINT : ScalarType.DINT;
    }

    void trace(String what) {
        trace.accept(what);
    }

    void meanwhile() {
        meanwhile.run();
    }

    static int variableOf(DataPoint point) {
        return Integer.parseInt(point.address().substring(1));
    }

    /** The next value of a variable, as all who are subscribed to it get it. */
    long next(int variable) {
        values[variable]++;
        times[variable] = now();
        connections.forEach(each -> each.changed(variable, values[variable]));
        return values[variable];
    }

    long value(int variable) {
        return values[variable];
    }

    /** The time of a variable's present value, as a new subscription gets it. */
    long timeOf(int variable) {
        return tellsWhenItChanged ? times[variable] : now();
    }

    /** A variable has no value, or one again. */
    void turnVariable() {
        int variable = random.nextInt(values.length);
        faulty.flip(variable);
        trace.accept("v" + variable + (faulty.get(variable) ? " has no value" : " has a value again"));
        connections.forEach(each -> each.changed(variable, values[variable]));
    }

    boolean isFaulty(int variable) {
        return faulty.get(variable);
    }

    /** A variable that has a subscription and is not read changes, or is sampled without a change. */
    void change() {
        int variable = random.nextInt(values.length);
        if (faulty.get(variable)) {
            return;
        }
        boolean isSubscribed = connections.stream().anyMatch(each -> each.isSubscribedTo(variable));
        if (readsChange && (isRead.test(variable) || !isSubscribed)) {
            return;
        }
        if (random.nextInt(4) > 0) {
            trace.accept("v" + variable + " becomes " + next(variable));
        } else {
            connections.forEach(each -> each.sampled(variable, values[variable]));
        }
    }

    /** Some of what waits on one of the connections arrives. */
    void deliver() {
        if (!connections.isEmpty()) {
            connections.get(random.nextInt(connections.size())).deliver();
        }
    }

    /** All that waits on connections that live arrives. */
    void deliverAll() {
        List.copyOf(connections).forEach(SimulatedConnection::deliverAll);
    }

    /** The wire of all connections is cut. */
    void cut(boolean noticed) {
        trace.accept("the wire is cut" + (noticed ? "" : ", unnoticed"));
        List.copyOf(connections).forEach(each -> each.cut(noticed));
    }

    /** It forgets what it keeps for connections that are gone. */
    void forget() {
        trace.accept("the device forgets its sessions");
        connections.removeIf(SimulatedConnection::isOver);
    }

    /** Whether something waits to be delivered. */
    boolean isIdle() {
        return connections.stream().allMatch(each -> each.isOver() || each.isEmpty());
    }

    /** How many sessions it has had. */
    int sessions() {
        return sessions;
    }

    /** Sessions that were not closed. */
    long open() {
        return connections.stream().filter(each -> !each.isOver()).count();
    }

    /** A connection is subscribed to a variable: whether it goes on with what was kept of it. */
    void bridge(int variable, boolean goesOn) {
        bridge.accept(variable, goesOn);
    }

    /** Whether it still has its part of a connection. */
    boolean knows(SimulatedConnection connection) {
        return connections.contains(connection);
    }

    void drop(SimulatedConnection gone) {
        connections.remove(gone);
    }

    @Override
    public ConnectorDescriptor descriptor() {
        return ConnectorDescriptor.of("simulated", "Simulated", "For tests.")
                .port(4711)
                .capabilities(pushes ? EnumSet.of(Capability.READ, Capability.SUBSCRIBE) : EnumSet.of(Capability.READ))
                .addresses("any", ".*", "v0")
                .build();
    }

    Endpoint endpoint() {
        return descriptor().endpoint("plc", 4711, Map.of());
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        meanwhile.run();
        if (behavior == Behavior.AWAY) {
            throw new ConnectFailedException("away");
        }
        sessions++;
        SimulatedConnection connection = new SimulatedConnection(this);
        connections.add(connection);
        trace.accept("connected");
        return connection;
    }
}
