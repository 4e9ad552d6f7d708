package io.taktstrom.ads.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.taktstrom.ads.AdsConnection;
import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;

/** A simulated PLC, connections to it, and what they tell an operator. Closes them, then the PLC. */
final class TestPlc implements AutoCloseable {

    /** The messages of the tests name it. */
    private static final AmsNetId NET_ID = AmsNetId.parse("127.0.0.1.1.1");

    /** Nothing that is bounded takes longer, however busy the machine. */
    static final int LIMIT_SECONDS = 30;

    static final Duration LIMIT = Duration.ofSeconds(LIMIT_SECONDS);

    private static final AdsProvider PROVIDER = new AdsProvider();

    private final AdsSimulator simulator;
    private final List<Connection> connections = new ArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();

    private TestPlc(AdsSimulator simulator) {
        this.simulator = simulator;
    }

    static TestPlc of(AdsModel model) throws IOException {
        return new TestPlc(AdsSimulator.builder().model(model).netId(NET_ID).start());
    }

    /** @param yaml see {@link AdsModel#parse} */
    static TestPlc of(String yaml) throws IOException {
        return of(AdsModel.parse(yaml));
    }

    AdsSimulator simulator() {
        return simulator;
    }

    /** Of the router, for messages. */
    String router() {
        return "127.0.0.1:" + simulator.port();
    }

    /** @param options each {@code name=value} */
    Endpoint endpoint(String... options) {
        return at(simulator.endpointUri(), options);
    }

    static Endpoint at(String uri, String... options) {
        return PROVIDER.descriptor().parse(uri + (options.length == 0 ? "" : "?" + String.join("&", options)));
    }

    AdsConnection connect(String... options) throws ConnectorException {
        return connect(endpoint(options));
    }

    AdsConnection connect(Endpoint endpoint) throws ConnectorException {
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        AdsConnection connection = PROVIDER.connect(endpoint, new ConnectContext(EpochNanoClock.system(), observer));
        connections.add(connection);
        return connection;
    }

    /** What the connections have said so far. */
    List<String> notices() {
        return List.copyOf(notices);
    }

    /** Of the variables of {@link AdsModel#dints}. */
    static String[] names(int points) {
        return IntStream.range(0, points).mapToObj(i -> "MAIN.v" + i).toArray(String[]::new);
    }

    /** Their first values: each holds its own number. */
    static List<Object> dints(int points) {
        return IntStream.range(0, points).<Object>mapToObj(i -> (long) i).toList();
    }

    static PointGroup resolve(Connection connection, String... addresses) throws ConnectorException {
        List<DataPoint> points = new ArrayList<>();
        for (String address : addresses) {
            points.add(DataPoint.of(address).withWritable());
        }
        return connection.resolve(points);
    }

    /** Of each point the value, or the name of the status if that is not Good. */
    static List<Object> read(Connection connection, PointGroup group) throws ConnectorException {
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            int status = batch.statusAt(i);
            values.add(StatusCode.isGood(status) ? Values.get(batch, i) : StatusCode.name(status));
        }
        return values;
    }

    static List<Object> read(Connection connection, String... addresses) throws ConnectorException {
        try (PointGroup group = resolve(connection, addresses)) {
            return read(connection, group);
        }
    }

    /** What ended the connection. */
    static Throwable cause(Connection connection) throws Exception {
        CompletableFuture<Throwable> cause = new CompletableFuture<>();
        var unused = connection.closed().whenComplete((nothing, failure) -> cause.complete(failure));
        return cause.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        connections.forEach(Connection::close);
        simulator.close();
    }
}
