package io.taktstrom.ads.adslib;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.backend.AdsSecurity;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.RouterMode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.TransmissionMode;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class NativeBackendTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String HOST = "10.0.0.5";
    private static final AmsAddress TARGET = AmsAddress.parse("5.1.2.3.1.1:851");
    private static final AmsAddress NEIGHBOUR = AmsAddress.parse("5.1.2.4.1.1:851");

    private static int files;

    private final NotificationHub hub = new NotificationHub();
    private final FakeAdsLib library = new FakeAdsLib("fake-" + files++, hub);
    private final Recorder recorder = new Recorder();
    private final List<AdsBackend> backends = new ArrayList<>();

    private AdsBackend open(AmsAddress target, String host, @Nullable String localNetId) throws ConnectorException {
        AmsNetId local = localNetId == null ? null : AmsNetId.parse(localNetId);
        AdsBackend backend = Connecting.open(
                library,
                hub,
                new BackendSettings(
                        host,
                        48_898,
                        target,
                        local,
                        0,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        RouterMode.DIRECT,
                        AdsSecurity.NONE),
                recorder,
                false);
        backends.add(backend);
        return backend;
    }

    private AdsBackend open() throws ConnectorException {
        return open(TARGET, HOST, null);
    }

    @AfterEach
    void leavesNothingAndNeverCrashes() {
        backends.forEach(AdsBackend::close);
        assertThat(library.crashes()).isEmpty();
        await().untilAsserted(() -> {
            assertThat(library.openPorts()).as("ports").isZero();
            assertThat(library.openConnections()).as("connections").isZero();
        });
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int read(AdsBackend backend, int offset) throws ConnectorException {
        ByteBuffer into = buffer(4);
        assertThat(backend.read(0x4020, offset, into)).isZero();
        assertThat(into.hasRemaining()).isFalse();
        return into.getInt(0);
    }

    private static AdsNotification notification(int key) {
        return new AdsNotification(0x4020, 8, 4, TransmissionMode.CYCLIC, 0, 0, key);
    }

    private static Throwable cause(AdsBackend backend) throws Exception {
        try {
            backend.closed().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("ended without a cause");
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    @Test
    void aReadFillsTheBufferFromItsPosition() throws Exception {
        AdsBackend backend = open();
        ByteBuffer into = buffer(12).position(4);
        assertThat(backend.read(0x4020, 77, into)).isZero();
        assertThat(into.position()).isEqualTo(12);
        assertThat(into.getInt(0)).isZero();
        assertThat(into.getInt(4)).isEqualTo(77);
    }

    @Test
    void everythingIsFreedInTheOneOrderThatTheLibrarySurvives() throws Exception {
        AdsBackend backend = open();
        read(backend, 1);
        backend.addNotifications(List.of(notification(1), notification(2)));
        backend.close();
        assertThat(library.calls()).containsExactly("add " + HOST, "open", "open", "close", "close", "delete " + HOST);
        assertThatThrownBy(() -> read(backend, 1)).isInstanceOf(ConnectionLostException.class);
        assertThatThrownBy(() -> backend.addNotifications(List.of(notification(3))))
                .isInstanceOf(ConnectionLostException.class);
        backend.close();
        assertThat(backend.closed().toCompletableFuture()).succeedsWithin(LIMIT);
    }

    @Test
    void manyThreadsGetTheirOwnValues() throws Exception {
        AdsBackend backend = open();
        List<CompletableFuture<Void>> readers = new ArrayList<>();
        for (int thread = 0; thread < 20; thread++) {
            int offset = thread * 4;
            readers.add(CompletableFuture.runAsync(() -> {
                try {
                    for (int round = 0; round < 50; round++) {
                        assertThat(read(backend, offset)).isEqualTo(offset);
                    }
                } catch (ConnectorException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (CompletableFuture<Void> reader : readers) {
            reader.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void samplesReachTheListenerUntilTheyAreDeleted() throws Exception {
        AdsBackend backend = open();
        AdsNotification notification = notification(7);
        backend.addNotifications(List.of(notification));
        assertThat(notification.active()).isTrue();
        FakeAdsPort.send(library.lastPort(), 1, 42);
        await().untilAsserted(() -> assertThat(recorder.samples()).containsExactly("7=42@1"));
        backend.deleteNotifications(List.of(notification));
        assertThat(notification.active()).isFalse();
        FakeAdsPort.send(library.lastPort(), 2, 43);
        assertThat(recorder.samples()).containsExactly("7=42@1");
    }

    @Test
    void aDeadConnectionIsNoticedThoughTheLibrarySaysNothing() throws Exception {
        AdsBackend backend = open();
        backend.addNotifications(List.of(notification(1)));
        library.kill(HOST);
        assertThat(cause(backend)).isInstanceOf(ConnectionLostException.class).hasMessageContaining(HOST);
        await().untilAsserted(() -> assertThat(recorder.heard()).endsWith("lost"));
        assertThatThrownBy(() -> read(backend, 1)).isInstanceOf(ConnectionLostException.class);
        await().untilAsserted(() -> assertThat(library.openConnections()).isZero());
    }

    /** The answer to the heartbeat is behind the long one, and the heartbeat waits as long as the request. */
    @Test
    void aLongAnswerOnASlowLinkIsNoLoss() throws Exception {
        AdsBackend backend = open();
        int onceRead = read(backend, 1);
        CompletableFuture<Void> answer = library.slowDown(3_000);
        ByteBuffer into = buffer(4);
        CompletableFuture<Integer> reading = CompletableFuture.supplyAsync(() -> {
            try {
                return backend.read(0x4020, 5, into);
            } catch (ConnectorException e) {
                throw new UncheckedIOException(e);
            }
        });
        await().until(() -> library.patience() > 3_000);
        answer.complete(null);
        assertThat(reading.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isZero();
        assertThat(into.getInt(0)).isEqualTo(5);
        assertThat(read(backend, 1)).isEqualTo(onceRead);
    }

    @Test
    void afterALossTheNextConnectionIsANewOne() throws Exception {
        AdsBackend old = open();
        old.addNotifications(List.of(notification(1)));
        library.kill(HOST);
        AdsBackend next = open();
        assertThat(read(next, 5)).isEqualTo(5);
        assertThat(library.connected()).isEqualTo(2);
        assertThat(cause(old)).isInstanceOf(ConnectionLostException.class);
    }

    /** Regardless of who notices the loss first: no caller gets a lost connection. */
    @Test
    void whoConnectsWhileALossIsNoticedGetsANewConnection() throws Exception {
        for (int round = 0; round < 100; round++) {
            AdsBackend old = open();
            library.kill(HOST);
            CompletableFuture<Void> noticed = CompletableFuture.runAsync(() -> {
                for (int attempt = 0; attempt < 2; attempt++) {
                    assertThatThrownBy(() -> read(old, 1)).isInstanceOf(ConnectorException.class);
                }
            });
            AdsBackend next = open();
            assertThat(read(next, 5)).isEqualTo(5);
            noticed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            next.close();
            old.close();
        }
    }

    @Test
    void allWhoShareALostConnectionHearOfIt() throws Exception {
        AdsBackend one = open();
        AdsBackend two = open(NEIGHBOUR, HOST, null);
        assertThat(library.connected()).isEqualTo(1);
        library.kill(HOST);
        assertThat(cause(one)).isInstanceOf(ConnectionLostException.class);
        assertThat(cause(two)).isInstanceOf(ConnectionLostException.class);
        AdsBackend next = open(NEIGHBOUR, HOST, null);
        assertThat(read(next, 5)).isEqualTo(5);
        assertThat(library.connected()).isEqualTo(2);
    }

    @Test
    void severalNetIdsBehindOneHostDoNotKeepADeadConnectionAlive() throws Exception {
        AdsBackend one = open();
        AdsBackend two = open(NEIGHBOUR, HOST, null);
        one.close();
        two.close();
        assertThat(library.openConnections()).isZero();
        assertThat(read(open(), 9)).isEqualTo(9);
    }

    @Test
    void aNetIdHasOneHost() throws Exception {
        open();
        assertThatThrownBy(() -> open(TARGET, "10.0.0.6", null))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("5.1.2.3.1.1 by way of 10.0.0.5")
                .hasMessageContaining("backend java");
    }

    @Test
    void aProcessHasOneLocalNetId() throws Exception {
        AdsBackend first = open(TARGET, HOST, "10.0.0.9.1.1");
        assertThatThrownBy(() -> open(NEIGHBOUR, "10.0.0.6", "10.0.0.8.1.1"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("10.0.0.9.1.1")
                .hasMessageContaining("localAmsNetId");
        open(NEIGHBOUR, "10.0.0.6", "10.0.0.9.1.1").close();
        first.close();
        open(NEIGHBOUR, "10.0.0.6", "10.0.0.8.1.1");
        assertThat(library.localNetId()).isEqualTo(AmsNetId.parse("10.0.0.8.1.1"));
    }

    @Test
    void anotherTcpPortIsRefused() {
        BackendSettings settings = new BackendSettings(
                HOST, 12_345, TARGET, null, 0, LIMIT, LIMIT, LIMIT, LIMIT, RouterMode.DIRECT, AdsSecurity.NONE);
        assertThatThrownBy(() -> Connecting.open(library, hub, settings, recorder, false))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("48898")
                .hasMessageContaining("backend java");
    }

    @Test
    void aHostThatCannotBeReachedIsAConnectFailure() throws Exception {
        library.setUnreachable(HOST);
        assertThatThrownBy(this::open)
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining(HOST);
    }

    @Test
    void aCallerMayCloseFromWithinACallback() throws Exception {
        AdsBackend backend = open();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        backend.callLater(0, () -> {
            backend.close();
            closed.complete(null);
        });
        closed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(backend.closed().toCompletableFuture()).succeedsWithin(LIMIT);
    }

    @Test
    void tooLargeANotificationIsRefusedAlone() throws Exception {
        AdsBackend backend = open();
        AdsNotification large = new AdsNotification(0x4020, 0, 16 << 20, TransmissionMode.CYCLIC, 0, 0, 1);
        AdsNotification small = notification(2);
        backend.addNotifications(List.of(large, small));
        assertThat(large.active()).isFalse();
        assertThat(large.result()).isEqualTo(0x717);
        assertThat(small.active()).isTrue();
    }
}
