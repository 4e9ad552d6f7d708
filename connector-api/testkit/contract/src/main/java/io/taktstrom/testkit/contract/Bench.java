package io.taktstrom.testkit.contract;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.RecordingSink;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;

/** What a test of the contract works on: one device, and the connections to it. */
final class Bench implements AutoCloseable {

    /** Of all that is random. */
    static final long SEED = 20261121;

    static final SubscriptionSettings FASTEST = SubscriptionSettings.onChange(Duration.ZERO);

    /** How long the device may take where a test waits for the connector to give up. */
    static final Duration SHORT_TIMEOUT = Duration.ofSeconds(1);

    /** Of the connections, in what is told of them. */
    static final String NAME = "under-test";

    /** For what has to be set up before the device goes: a native library's calls stall on a busy machine. */
    private static final Duration MIDDLE_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(20);

    private final DeviceUnderTest device;
    private final EpochNanoClock clock = new FastClock();
    private final Heard heard = new Heard();
    private final List<Connection> connections = new CopyOnWriteArrayList<>();

    Bench(DeviceUnderTest device) {
        this.device = device;
    }

    DeviceUnderTest device() {
        return device;
    }

    /** The clock of all connections. */
    EpochNanoClock clock() {
        return clock;
    }

    /** What the connections have told. */
    Heard heard() {
        return heard;
    }

    /** Nothing that is said to be bounded takes longer. */
    Duration bound() {
        return device.patience();
    }

    /** The counter, which has this value now. */
    Variable counterAt(long value) throws Exception {
        Variable counter = device.counter();
        device.set(counter.address(), value);
        return counter;
    }

    void closeInTime(Connection connection) throws Exception {
        bounded("close", () -> {
            connection.close();
            return "closed";
        });
    }

    RecordingSink sink() {
        return new RecordingSink(bound());
    }

    ConditionFactory await() {
        return Awaitility.await().atMost(bound());
    }

    /** A connection that is patient with a slow machine. */
    Connection connect() throws ConnectorException {
        return connect(timeouts(device.endpoint(), LONG_TIMEOUT));
    }

    /** A patient connection that takes the place of a lost one. */
    Connection connectAfter(Connection lost) throws ConnectorException {
        Endpoint endpoint = timeouts(device.endpoint(), LONG_TIMEOUT);
        return lost instanceof PushingConnection pushing
                ? opened(pushing.reconnect(device.provider(), endpoint, context()))
                : connect(endpoint);
    }

    /** A connection that gives up soon. */
    Connection connectImpatiently(Endpoint endpoint) throws ConnectorException {
        return connect(timeouts(endpoint, SHORT_TIMEOUT));
    }

    /** A connection that is about to lose its device. */
    Connection connectBeforeALoss() throws ConnectorException {
        return connect(timeouts(device.endpoint(), MIDDLE_TIMEOUT));
    }

    /** A patient connection through a proxy. */
    Connection connect(FaultProxy proxy) throws ConnectorException {
        return connect(timeouts(device.endpointThrough(proxy.address()), LONG_TIMEOUT));
    }

    /** A proxy before the device. Ends the test as skipped where the device says that it can have none. */
    FaultProxy proxy() throws IOException {
        require(ConnectorFeatures.FAULTS);
        Endpoint endpoint = device.endpoint();
        return FaultProxy.start(new InetSocketAddress(endpoint.host(), endpoint.port()), device.proxyAddress(), SEED);
    }

    private Connection connect(Endpoint endpoint) throws ConnectorException {
        return opened(device.provider().connect(endpoint, context()));
    }

    private ConnectContext context() {
        return new ConnectContext(clock, heard).named(NAME);
    }

    private Connection opened(Connection connection) {
        connections.add(connection);
        return connection;
    }

    private Endpoint timeouts(Endpoint endpoint, Duration timeout) {
        Map<String, String> options = new HashMap<>(endpoint.options());
        options.put(CommonOptions.CONNECT_TIMEOUT.name(), Durations.format(timeout));
        options.put(CommonOptions.REQUEST_TIMEOUT.name(), Durations.format(timeout));
        return device.provider().descriptor().endpoint(endpoint.host(), endpoint.port(), options);
    }

    boolean can(Capability capability) {
        return device.capabilities().contains(capability);
    }

    /** Ends the test as skipped, with the reason, unless the condition holds. */
    static void assume(boolean condition, String otherwise) {
        Assumptions.assumeTrue(condition, otherwise);
    }

    /** Ends the test as skipped, with the device's reason, where it says that it does not have this. */
    void require(String feature) {
        String reason = device.missing().get(feature);
        Assumptions.assumeTrue(reason == null, () -> feature + " is missing: " + reason);
    }

    /** Ends the test as skipped, with the reason that the device must have for not having this. */
    void explained(String feature) {
        require(feature);
        throw new AssertionError(
                "the device has no " + feature + "; give it one, or DeviceUnderTest.missing the reason");
    }

    /** The variable that can fail. Ends the test as skipped where the device explains that it has none. */
    Variable frail() {
        return device.frail().orElseGet(() -> {
            explained(ConnectorFeatures.FAILING);
            throw new AssertionError();
        });
    }

    /** A connection that can push. Ends the test as skipped where the connector cannot. */
    Connection connectToSubscribe() throws ConnectorException {
        assume(can(Capability.SUBSCRIBE), "the connector cannot push");
        return connect();
    }

    /** Writes the samples of a batch; returns their statuses. */
    static int[] write(Connection connection, PointGroup group, SampleBatch batch) throws ConnectorException {
        int[] statuses = new int[batch.size()];
        connection.write(group, batch, statuses);
        return statuses;
    }

    DataPoint point(Variable variable) {
        DataPoint point = DataPoint.of(variable.address()).withWritable();
        return device.knowsTypes() ? point : point.withType(variable.type());
    }

    DataPoint readOnlyPoint(Variable variable) {
        DataPoint point = DataPoint.of(variable.address());
        return device.knowsTypes() ? point : point.withType(variable.type());
    }

    /** A point at which there is nothing. */
    DataPoint unknownPoint() {
        DataPoint point = DataPoint.of(device.unknownAddress());
        return device.knowsTypes() ? point : point.withType(device.counter().type());
    }

    List<DataPoint> points() {
        return device.variables().stream().map(this::point).toList();
    }

    /** All variables as a group, each of which must be good. */
    PointGroup resolveAll(Connection connection) throws ConnectorException {
        PointGroup group = connection.resolve(points());
        for (int i = 0; i < group.size(); i++) {
            assertGood(group.statusAt(i), "resolve " + group.points().get(i).address());
        }
        return group;
    }

    PointGroup resolve(Connection connection, Variable variable) throws ConnectorException {
        PointGroup group = connection.resolve(List.of(point(variable)));
        assertGood(group.statusAt(0), "resolve " + variable.address());
        return group;
    }

    /** All points of a group, as they are now. */
    static SampleBatch batch(Connection connection, PointGroup group) throws ConnectorException {
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        return batch;
    }

    /** The value of a group's only point. */
    static Object read(Connection connection, PointGroup group) throws ConnectorException {
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(batch.size()).as("samples").isEqualTo(1);
        assertGood(batch.statusAt(0), "read " + group.points().get(0).address());
        return Values.get(batch, 0);
    }

    static void assertGood(int status, String what) {
        assertThat(StatusCode.name(status)).as(what).isEqualTo("Good");
    }

    static void assertBad(int status, String what) {
        assertThat(StatusCode.isBad(status))
                .as(what + " is " + StatusCode.name(status))
                .isTrue();
    }

    /**
     * Runs something on a thread of its own and waits for it.
     *
     * @throws AssertionError when it takes longer than {@link #bound}, with where it hangs
     * @throws Exception what it threw
     */
    <T> T bounded(String what, Callable<T> work) throws Exception {
        return ContractThreads.call(what, bound(), work);
    }

    /** Does all, as many at once as the {@linkplain DeviceUnderTest#faultsAtOnce device} allows; the first failure is thrown. */
    void atOnce(List<Callable<?>> works) throws Exception {
        int most = device.faultsAtOnce();
        for (int first = 0; first < works.size(); first += most) {
            List<Callable<?>> some = works.subList(first, Math.min(first + most, works.size()));
            // Each is bounded by itself, in parts.
            ContractThreads.start(some).results(bound().multipliedBy(4));
        }
    }

    /** Closes the connections first, so that the device sees them go. */
    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.close();
        }
        device.close();
    }
}
