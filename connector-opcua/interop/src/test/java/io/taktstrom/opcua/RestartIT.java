package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A server that comes and goes, under a managed connection. */
@Timeout(180)
class RestartIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @AutoClose
    private PeerServer server;

    private final RecordingSink sink = new RecordingSink(LIMIT);
    private final List<String> notices = new CopyOnWriteArrayList<>();

    @BeforeEach
    void startServer() throws IOException {
        server = PeerServer.asyncua();
    }

    private ManagedConnection manage(int port, String... addresses) {
        OpcUaProvider provider = new OpcUaProvider();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        List<DataPoint> points = List.of(addresses).stream().map(DataPoint::of).toList();
        ScanClass pushed = new ScanClass("pushed", ScanClass.Mode.NOTIFY, Duration.ofMillis(20), Duration.ofMillis(20));
        return ManagedConnection.to(
                        provider,
                        provider.descriptor()
                                .parse("opc.tcp://127.0.0.1:" + port + "?security=none&connectTimeout=20s"))
                .named("press")
                .scan(new Scan(pushed, points, sink))
                .settings(ManagedSettings.standard()
                        .withBackOff(Duration.ofMillis(20), Duration.ofMillis(200))
                        .withSeed(1))
                .observer(observer)
                .start();
    }

    private boolean lastIsBad(String address) {
        List<RecordedSample> samples = sink.samplesOf(address);
        return !samples.isEmpty()
                && StatusCode.isBad(samples.get(samples.size() - 1).status());
    }

    @Test
    void afterARestartWithRenumberedNamespacesEveryPointHasItsOwnValueAgain() throws IOException {
        String speed = PeerServer.address("int32");
        String name = PeerServer.address("string");
        server.tell("set int32 1");
        server.tell("set string \"first\"");
        try (ManagedConnection connection = manage(server.port(), speed, name)) {
            sink.awaitValue(speed, 1L);
            for (int restart = 2; restart <= 4; restart++) {
                server.tell("stop");
                await().atMost(LIMIT).until(() -> lastIsBad(speed) && lastIsBad(name));
                server.tell("start " + restart);
                server.tell("set int32 " + restart);
                server.tell("set string \"start " + restart + "\"");
                sink.awaitValue(speed, (long) restart);
                sink.awaitValue(name, "start " + restart);
            }
            assertThat(connection.sinkFailures()).isZero();
        }
        assertThat(sink.samplesOf(speed))
                .filteredOn(sample -> StatusCode.isBad(sample.status()))
                .hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void aServerThatIsAbsentAtFirstIsBadOnceAndGoodWhenItComes() throws IOException {
        String speed = PeerServer.address("int32");
        server.tell("stop");
        try (ManagedConnection connection = manage(server.port(), speed)) {
            await().atMost(LIMIT).until(() -> connection.attempts() > 3 && lastIsBad(speed));
            server.tell("start");
            server.tell("set int32 7");
            sink.awaitValue(speed, 7L);
        }
        assertThat(sink.samplesOf(speed))
                .filteredOn(sample -> StatusCode.isBad(sample.status()))
                .hasSize(1);
    }

    @Test
    void aConnectionThatIsCutIsMadeAnewAndNoOutdatedValueStays() throws IOException {
        String speed = PeerServer.address("int32");
        server.tell("set int32 1");
        AnswerProxy proxy = new AnswerProxy(server.port());
        try (proxy;
                ManagedConnection connection = manage(proxy.port(), speed)) {
            sink.awaitValue(speed, 1L);
            for (long cut = 2; cut <= 5; cut++) {
                proxy.cut();
                server.tell("set int32 " + cut);
                sink.awaitValue(speed, cut);
            }
            assertThat(connection.reconnects()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void aSubscriptionThatTheServerEndsIsMadeAnewAndItsValuesMarked() throws IOException {
        String speed = PeerServer.address("int32");
        server.tell("set int32 1");
        try (ManagedConnection connection = manage(server.port(), speed)) {
            sink.awaitValue(speed, 1L);
            server.tell("expire");
            server.tell("set int32 2");
            sink.awaitSample(
                    sample -> Long.valueOf(2).equals(sample.value()) && StatusCode.hasOverflow(sample.status()));
            assertThat(connection.reconnects()).isZero();
        }
        assertThat(notices).anyMatch(notice -> notice.contains("ended a subscription"));
    }
}
