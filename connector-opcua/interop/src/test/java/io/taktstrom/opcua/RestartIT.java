package io.taktstrom.opcua;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A server that comes and goes, under a managed connection and one that is not managed. */
@Timeout(180)
class RestartIT {

    @AutoClose
    private static final PeerServers SERVERS = new PeerServers();

    private final PeerServer server;

    private final Watch watch = new Watch();
    private final RecordingSink sink = watch.sink();

    RestartIT() throws IOException {
        server = SERVERS.of(PeerServer.Kind.ASYNCUA);
    }

    @Test
    void afterARestartWithRenumberedNamespacesEveryPointHasItsOwnValueAgain() throws IOException {
        String speed = PeerServer.address("int32");
        String name = PeerServer.address("string");
        server.tell("set int32 1");
        server.tell("set string \"first\"");
        try (ManagedConnection connection = watch.begin(server.uri(), speed, name)) {
            sink.awaitValue(speed, 1L);
            for (int restart = 2; restart <= 4; restart++) {
                server.stop();
                await().atMost(Watch.LIMIT).until(() -> watch.lastIsBad(speed) && watch.lastIsBad(name));
                server.start(restart);
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
        server.stop();
        try (ManagedConnection connection = watch.begin(server.uri(), speed)) {
            await().atMost(Watch.LIMIT).until(() -> connection.attempts() > 3 && watch.lastIsBad(speed));
            server.start();
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
                ManagedConnection connection =
                        watch.begin("opc.tcp://127.0.0.1:" + proxy.port() + "?security=none", speed)) {
            sink.awaitValue(speed, 1L);
            for (long cut = 2; cut <= 5; cut++) {
                proxy.cut();
                server.tell("set int32 " + cut);
                sink.awaitValue(speed, cut);
                // Values come while a session is still being set up, and a cut in that time is a failed attempt.
                long reconnects = cut - 1;
                await().atMost(Watch.LIMIT).until(() -> connection.reconnects() >= reconnects);
            }
        }
    }

    @Test
    void aSubscriptionThatTheServerEndsIsMadeAnewAndItsValuesMarked() throws IOException {
        String speed = PeerServer.address("int32");
        server.tell("set int32 1");
        try (ManagedConnection connection = watch.begin(server.uri(), speed)) {
            sink.awaitValue(speed, 1L);
            server.tell("expire");
            server.tell("set int32 2");
            sink.awaitSample(
                    sample -> Long.valueOf(2).equals(sample.value()) && StatusCode.hasOverflow(sample.status()));
            assertThat(connection.reconnects()).isZero();
        }
        assertThat(watch.notices()).anyMatch(notice -> notice.contains("ended a subscription"));
    }

    @Test
    void aServerThatStopsEndsTheConnectionAndASecondOneNeedsANewOne() throws Exception {
        try (Connection lost = Connectors.connect(server.uri())) {
            server.stop();
            assertThatThrownBy(() -> lost.closed().toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectionLostException.class);
            assertThatThrownBy(lost::device).isInstanceOf(ConnectionLostException.class);
            assertThatThrownBy(() -> Connectors.connect(server.uri()))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("that the server runs");
        }
    }
}
