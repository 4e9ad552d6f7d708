package io.taktstrom.opcua.contract;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.Watch;
import io.taktstrom.opcua.simulator.OpcUaCounter;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaLimits;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a server does to its clients in the field. */
@Timeout(180)
class TroubleIT {

    private static final String MODEL = """
            points:
              line.speed: Int32
              line.name: String
              many.v: {type: Int32, count: 300}
            """;

    @AutoClose
    private final HeldPort port = new HeldPort();

    private final Watch watch = new Watch();
    private final RecordingSink sink = watch.sink();

    TroubleIT() throws IOException {}

    private OpcUaSimulator start(String model) throws IOException {
        return OpcUaSimulator.builder()
                .model(OpcUaModel.parse(model))
                .bindPort(port.number())
                .start();
    }

    @Test
    void afterARestartWithOtherNamespacesEveryPointHasItsOwnValueAgain() throws IOException {
        try (OpcUaSimulator server = start(MODEL)) {
            String speed = server.nodeId("line.speed");
            String name = server.nodeId("line.name");
            try (ManagedConnection connection = watch.begin(server.endpointUri(), speed, name)) {
                for (int restart = 1; restart <= 2; restart++) {
                    server.set("line.speed", restart);
                    server.set("line.name", "before " + restart);
                    sink.awaitValue(speed, (long) restart);
                    sink.awaitValue(name, "before " + restart);
                    server.powerOff();
                    await().atMost(Watch.LIMIT).until(() -> watch.lastIsBad(speed) && watch.lastIsBad(name));
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
            try (ManagedConnection connection = watch.begin(server.endpointUri(), "/Objects/2:line/2:speed")) {
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
            try (ManagedConnection connection = watch.begin(server.endpointUri(), speed)) {
                sink.awaitValue(speed, 1L);
                assertThat(server.revokeSubscriptions()).isEqualTo(1);
                await().atMost(Watch.LIMIT).until(() -> server.subscriptions() == 1);
                server.set("line.speed", 2);
                sink.awaitValue(speed, 2L);
                assertThat(connection.sinkFailures()).isZero();
            }
        }
        assertThat(watch.notices()).anyMatch(notice -> notice.contains("ended a subscription"));
    }

    /**
     * The requests of the lost channel are answered into nowhere: at the usual pace of five seconds, 64 of them keep a point that holds
     * still Bad for more than five minutes.
     */
    @Test
    void aPointThatHoldsStillIsGoodAgainSoonAfterACut() throws IOException {
        try (OpcUaSimulator server = start(MODEL);
                FaultProxy proxy = FaultProxy.start(server.address(), 1)) {
            String speed = server.nodeId("line.speed");
            server.set("line.speed", 7);
            String there = String.valueOf(server.address().getPort());
            String here = String.valueOf(proxy.address().getPort());
            try (ManagedConnection connection =
                    watch.begin(server.endpointUri().replace(there, here) + "&publishRequests=64", speed)) {
                sink.awaitValue(speed, 7L);
                proxy.arm(new Fault.Reset(Direction.TO_CLIENT, 0));
                await().atMost(Watch.LIMIT).until(() -> watch.lastIsBad(speed));
                proxy.clear();
                await().atMost(Watch.LIMIT).until(() -> !watch.lastIsBad(speed));
                assertThat(sink.samplesOf(speed).stream().map(RecordedSample::status))
                        .as("nothing is lost")
                        .noneMatch(StatusCode::hasOverflow);
                assertThat(connection.sinkFailures()).isZero();
            }
        }
    }

    /** TCP stays open; only the heartbeat can tell, as no request ends before the test does. */
    @ParameterizedTest
    @EnumSource(Direction.class)
    void aServerThatFreezesIsNoticedByTheHeartbeat(Direction stalled) throws IOException {
        try (OpcUaSimulator server = start(MODEL);
                FaultProxy proxy = FaultProxy.start(server.address(), 1)) {
            String speed = server.nodeId("line.speed");
            server.set("line.speed", 7);
            String there = String.valueOf(server.address().getPort());
            String here = String.valueOf(proxy.address().getPort());
            try (ManagedConnection connection = watch.begin(
                    server.endpointUri().replace(there, here)
                            + "&requestTimeout=5m&heartbeatInterval=200ms&heartbeatTimeout=300ms",
                    speed)) {
                sink.awaitValue(speed, 7L);
                proxy.arm(new Fault.Stall(stalled, 0));
                await().atMost(Watch.LIMIT).until(() -> watch.lastIsBad(speed));
                proxy.clear();
                server.set("line.speed", 8);
                sink.awaitValue(speed, 8L);
                assertThat(connection.sinkFailures()).isZero();
            }
        }
        assertThat(watch.notices()).anyMatch(notice -> notice.contains("no answer to the heartbeat within 300ms"));
    }

    /** Milo marks the values that come last, not those behind the gap. */
    @Test
    void afterAnOutageThatIsLongerThanTheQueuesTheGapIsMarkedWhereItIs() throws IOException {
        try (OpcUaSimulator server = start("cycle: 20ms\npoints:\n  line.count: {type: Int32, waveform: counter}\n");
                FaultProxy proxy = FaultProxy.start(server.address(), 1)) {
            String count = server.nodeId("line.count");
            String there = String.valueOf(server.address().getPort());
            String here = String.valueOf(proxy.address().getPort());
            try (ManagedConnection connection = watch.begin(
                    server.endpointUri().replace(there, here)
                            + "&bridgeOutage=3s&heartbeatInterval=200ms&heartbeatTimeout=300ms",
                    count)) {
                await().atMost(Watch.LIMIT).until(() -> sink.samplesOf(count).size() > 20);
                long stalled = number(server.get("line.count"));
                proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
                await().atMost(Watch.LIMIT).until(() -> watch.lastIsBad(count));
                // A queue and a third: with two, all that is kept is marked.
                await().atMost(Watch.LIMIT).until(() -> number(server.get("line.count")) > stalled + 200);
                proxy.clear();
                await().atMost(Watch.LIMIT).until(() -> {
                    List<RecordedSample> samples = sink.samplesOf(count);
                    RecordedSample last = samples.get(samples.size() - 1);
                    return !StatusCode.isBad(last.status()) && number(last.value()) > stalled + 200;
                });
                assertThat(connection.sinkFailures()).isZero();
            }
            long before = -1;
            long missing = 0;
            for (RecordedSample sample : sink.samplesOf(count)) {
                if (!StatusCode.isBad(sample.status())) {
                    long number = number(sample.value());
                    if (before >= 0 && number > before + 1) {
                        missing += number - before - 1;
                        assertThat(StatusCode.hasOverflow(sample.status()))
                                .as("%d behind %d is marked", number, before)
                                .isTrue();
                    }
                    before = number;
                }
            }
            assertThat(missing).as("numbers that found no room in the queue").isPositive();
        }
    }

    private static long number(@Nullable Object value) {
        return Long.parseLong(String.valueOf(value));
    }

    @Test
    void aServerThatTakesLessThanItSaysIsAskedForLess() throws IOException {
        try (OpcUaSimulator server = start(MODEL)) {
            OpcUaLimits limits = OpcUaLimits.DEFAULT;
            server.setLimits(new OpcUaLimits(
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
            assertThat(server.count(OpcUaCounter.WRITES)).isEqualTo(300);
        }
    }

    @Test
    void aStatusReachesTheSubscriber() throws IOException {
        try (OpcUaSimulator server = start(MODEL)) {
            String speed = server.nodeId("line.speed");
            try (ManagedConnection connection = watch.begin(server.endpointUri(), speed)) {
                server.set("line.speed", 5);
                sink.awaitValue(speed, 5L);
                server.setStatus("line.speed", StatusCode.BAD_DEVICE_FAILURE);
                await().atMost(Watch.LIMIT)
                        .until(() -> sink.samplesOf(speed).stream()
                                .anyMatch(sample -> sample.status() == StatusCode.BAD_DEVICE_FAILURE));
                server.set("line.speed", 6);
                sink.awaitValue(speed, 6L);
                assertThat(connection.sinkFailures()).isZero();
            }
        }
    }
}
