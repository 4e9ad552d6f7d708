package io.taktstrom.opcua.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.opcua.OpcUaProvider;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.ServerLimits;
import io.taktstrom.opcua.simulator.model.SimulatorModel;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a server does to its clients in the field. */
@Timeout(180)
class TroubleIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String MODEL = """
            points:
              line.speed: Int32
              line.name: String
              many.v: {type: Int32, count: 300}
            """;

    private final RecordingSink sink = new RecordingSink(LIMIT);
    private final List<String> notices = new CopyOnWriteArrayList<>();

    private ManagedConnection manage(OpcUaSimulator server, String... addresses) {
        OpcUaProvider provider = new OpcUaProvider();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        List<DataPoint> points = List.of(addresses).stream().map(DataPoint::of).toList();
        ScanClass pushed = new ScanClass("pushed", ScanClass.Mode.NOTIFY, Duration.ofMillis(20), Duration.ofMillis(20));
        return ManagedConnection.to(provider, provider.descriptor().parse(server.endpointUri() + "&connectTimeout=20s"))
                .named("line")
                .scan(new Scan(pushed, points, sink))
                .settings(ManagedSettings.standard()
                        .withBackOff(Duration.ofMillis(20), Duration.ofMillis(200))
                        .withSeed(1))
                .observer(observer)
                .start();
    }

    private static OpcUaSimulator start(String model) throws IOException {
        return OpcUaSimulator.builder().model(SimulatorModel.parse(model)).start();
    }

    private boolean lastIsBad(String address) {
        List<RecordedSample> samples = sink.samplesOf(address);
        return !samples.isEmpty()
                && StatusCode.isBad(samples.get(samples.size() - 1).status());
    }

    @Test
    void afterARestartWithOtherNamespacesEveryPointHasItsOwnValueAgain() throws IOException {
        try (OpcUaSimulator server = start(MODEL)) {
            String speed = server.nodeId("line.speed");
            String name = server.nodeId("line.name");
            try (ManagedConnection connection = manage(server, speed, name)) {
                for (int restart = 1; restart <= 2; restart++) {
                    server.set("line.speed", restart);
                    server.set("line.name", "before " + restart);
                    sink.awaitValue(speed, (long) restart);
                    sink.awaitValue(name, "before " + restart);
                    server.powerOff();
                    await().atMost(LIMIT).until(() -> lastIsBad(speed) && lastIsBad(name));
                    server.restart(restart);
                }
                server.set("line.speed", 99);
                sink.awaitValue(speed, 99L);
                assertThat(connection.sinkFailures()).isZero();
            }
        }
    }

    @Test
    void afterARestartWithOtherNodeIdsAPathLeadsToTheNewNode() throws IOException {
        try (OpcUaSimulator server = start("ids: numbers\n" + MODEL)) {
            try (ManagedConnection connection = manage(server, "/Objects/2:line/2:speed")) {
                server.set("line.speed", 1);
                sink.awaitValue("/Objects/2:line/2:speed", 1L);
                server.restart();
                server.set("line.speed", 2);
                sink.awaitValue("/Objects/2:line/2:speed", 2L);
                assertThat(connection.sinkFailures()).isZero();
            }
        }
    }

    @Test
    void aRevokedSubscriptionIsMadeAnewAndItsValuesMarked() throws IOException {
        try (OpcUaSimulator server = start(MODEL)) {
            String speed = server.nodeId("line.speed");
            server.set("line.speed", 1);
            try (ManagedConnection connection = manage(server, speed)) {
                sink.awaitValue(speed, 1L);
                assertThat(server.revokeSubscriptions()).isEqualTo(1);
                await().atMost(LIMIT).until(() -> server.counters().subscriptions() == 1);
                server.set("line.speed", 2);
                sink.awaitValue(speed, 2L);
                assertThat(connection.sinkFailures()).isZero();
            }
        }
        assertThat(notices).anyMatch(notice -> notice.contains("ended a subscription"));
    }

    @Test
    void aServerThatTakesLessThanItSaysIsAskedForLess() throws IOException {
        try (OpcUaSimulator server = start(MODEL)) {
            ServerLimits limits = ServerLimits.DEFAULT;
            server.setLimits(new ServerLimits(
                    7,
                    7,
                    5,
                    limits.nodesPerCall(),
                    limits.historyValues(),
                    limits.sessions(),
                    limits.subscriptions(),
                    limits.monitoredItems(),
                    limits.queueSize(),
                    limits.publishingMillis()));
            List<DataPoint> points = IntStream.range(0, 300)
                    .mapToObj(i -> DataPoint.of(server.nodeId("many.v" + i)).withWritable())
                    .toList();
            try (Connection connection = Connectors.connect(server.endpointUri())) {
                PointGroup group = connection.resolve(points);
                SampleBatch batch = group.newBatch();
                for (int i = 0; i < 300; i++) {
                    Values.put(batch, i, (long) i);
                }
                int[] statuses = new int[300];
                connection.write(group, batch, statuses);
                assertThat(statuses).containsOnly(StatusCode.GOOD);
                connection.read(group, batch);
                for (int i = 0; i < 300; i++) {
                    assertThat(Values.get(batch, i)).isEqualTo((long) i);
                }
            }
            assertThat(server.counters().writes()).isEqualTo(300);
        }
    }

    @Test
    void aStatusReachesTheSubscriber() throws IOException {
        try (OpcUaSimulator server = start(MODEL)) {
            String speed = server.nodeId("line.speed");
            try (ManagedConnection connection = manage(server, speed)) {
                server.set("line.speed", 5);
                sink.awaitValue(speed, 5L);
                server.setStatus("line.speed", StatusCode.BAD_DEVICE_FAILURE);
                await().atMost(LIMIT)
                        .until(() -> sink.samplesOf(speed).stream()
                                .anyMatch(sample -> sample.status() == StatusCode.BAD_DEVICE_FAILURE));
                server.set("line.speed", 6);
                sink.awaitValue(speed, 6L);
                assertThat(connection.sinkFailures()).isZero();
            }
        }
    }
}
