package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.Sample;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.Address;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordedSample;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What reads, writes, records and subscriptions of a managed connection make of outages. */
class LastingConnectionTest extends ManagedFixture {

    record Pair(
            @Address("a") long first,
            @Address(value = "b", writable = true) long second) {}

    record Unknown(@Address("unknown.x") long value) {}

    private static final SubscriptionSettings CHANGES = SubscriptionSettings.onChange(Duration.ofMillis(1));

    private final BlockingQueue<Pair> records = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> troubles = new LinkedBlockingQueue<>();

    private ManagedConnection open(FakeDevice to) {
        ManagedConnection opened = ManagedConnection.to(to, to.endpoint())
                .settings(SETTINGS)
                .onNotice(notices::add)
                .start();
        running = opened;
        return opened;
    }

    private void beAway() {
        device.onConnect = FakeDevice.failing(new ConnectFailedException("no answer"));
        device.lose();
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    @Test
    void aReadWaitsForTheFirstSession() throws Exception {
        CountDownLatch mayConnect = new CountDownLatch(1);
        device.onConnect = () -> {
            while (mayConnect.getCount() > 0) {
                Thread.onSpinWait();
            }
        };
        ManagedConnection connection = open(device);
        CompletableFuture<Sample> read = CompletableFuture.supplyAsync(() -> {
            try {
                return connection.read("a");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        mayConnect.countDown();
        assertThat(read.get(30, TimeUnit.SECONDS))
                .isEqualTo(new Sample(
                        1L, StatusCode.GOOD, read.get().sourceTime(), read.get().receivedAt()));
    }

    @Test
    void aReadOfADeviceThatStaysAwayIsBad() throws Exception {
        device.requestTimeout = "10ms";
        device.onConnect = FakeDevice.failing(new ConnectFailedException("no answer"));
        ManagedConnection connection = open(device);
        assertThat(connection.read("a").status()).isEqualTo(StatusCode.BAD_NOT_CONNECTED);

        device.onConnect = FakeDevice.Script.NOTHING;
        await().until(() -> connection.state() == ConnectionState.CONNECTED);
        beAway();
        await().until(() -> connection.read("a").status() == StatusCode.BAD_NO_COMMUNICATION);
        assertThat(connection.read("a").value()).isNull();
    }

    @Test
    void aReadInTheMiddleOfALossIsAskedAgain() throws Exception {
        ManagedConnection connection = open(device);
        device.onRead = () -> {
            device.onRead = FakeDevice.Script.NOTHING;
            device.value = 7;
            device.lose();
            throw new ConnectionLostException("wire cut");
        };
        assertThat(connection.read("a").value()).isEqualTo(7L);
        assertThat(device.connected()).isEqualTo(2);
    }

    @Test
    void aReadThatIsNotAnsweredIsBadAndARefusalIsThrown() throws Exception {
        ManagedConnection connection = open(device);
        device.onRead = FakeDevice.failing(new RequestTimeoutException("no answer"));
        assertThat(connection.read("a").status()).isEqualTo(StatusCode.BAD_TIMEOUT);
        device.onRead = FakeDevice.failing(new InvalidRequestException("never"));
        assertThatThrownBy(() -> connection.read("a")).hasMessage("never");
        device.onRead = FakeDevice.Script.NOTHING;
        assertThat(connection.read("unknown.x").status()).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
    }

    @Test
    void aWriteInTheMiddleOfALossIsNotSentAgain() throws Exception {
        ManagedConnection connection = open(device);
        connection.write("a", 5);
        assertThat(device.value).isEqualTo(5);
        AtomicInteger sent = new AtomicInteger();
        device.onWrite = () -> {
            sent.incrementAndGet();
            device.lose();
            throw new ConnectionLostException("wire cut");
        };
        assertThatThrownBy(() -> connection.write("a", 6)).isInstanceOf(ConnectionLostException.class);
        assertThat(sent).hasValue(1);
    }

    @Test
    void aRecordIsReadAndWrittenInSessionAfterSession() throws Exception {
        ManagedConnection connection = open(device);
        try (BoundRecord<Pair> pair = connection.bind(Pair.class)) {
            assertThat(pair.read()).isEqualTo(new Pair(1, 2));
            device.lose();
            await().until(() -> connection.reconnects() == 1 && connection.state() == ConnectionState.CONNECTED);
            pair.write(new Pair(0, 40));
            assertThat(pair.read()).isEqualTo(new Pair(40, 41));
            device.setType("a", ScalarType.LINT);
            device.value = 1L << 40;
            device.lose();
            await().until(() -> connection.reconnects() == 2);
            assertThat(pair.read().first()).isEqualTo(1L << 40);
        }
    }

    @Test
    void aRecordIsBoundThoughTheDeviceIsAwayAndLookedUpWhenItIsBack() throws Exception {
        device.requestTimeout = "10ms";
        device.onConnect = FakeDevice.failing(new ConnectFailedException("no answer"));
        ManagedConnection connection = open(device);
        BoundRecord<Pair> pair = connection.bind(Pair.class);
        assertThatThrownBy(pair::read)
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("reconnects by itself");
        device.onConnect = FakeDevice.Script.NOTHING;
        await().until(() -> connection.state() == ConnectionState.CONNECTED);
        assertThat(pair.read()).isEqualTo(new Pair(1, 2));
    }

    @Test
    void anOutageInTheMiddleOfABindIsNotItsEnd() throws Exception {
        ManagedConnection connection = open(device);
        device.onResolve = () -> {
            device.onResolve = FakeDevice.Script.NOTHING;
            device.lose();
            throw new ConnectionLostException("wire cut");
        };
        assertThat(connection.bind(Pair.class).read()).isEqualTo(new Pair(1, 2));
        assertThatThrownBy(() -> connection.bind(Unknown.class))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("unknown.x");
    }

    @Test
    void aRecordsSubscriptionSaysWhyThereIsNothingAndGoesOn() throws Exception {
        ManagedConnection connection = open(device);
        BoundRecord<Pair> pair = connection.bind(Pair.class);
        Subscription changes = pair.subscribe(CHANGES, records::add, troubles::add);
        assertThat(next(records)).isEqualTo(new Pair(1, 2));
        beAway();
        assertThat(next(troubles)).isEqualTo(StatusCode.BAD_NO_COMMUNICATION);
        device.value = 5;
        device.onConnect = FakeDevice.Script.NOTHING;
        assertThat(next(records)).isEqualTo(new Pair(5, 6));
        await().until(() -> changes.statusAt(0) == StatusCode.GOOD);
        assertThat(changes.revised()).isEqualTo(CHANGES);
        assertThat(troubles).as("told once").isEmpty();

        changes.close();
        await().until(() -> device.subscribed() == 0);
        device.push(9);
        assertThat(records).isEmpty();
    }

    @Test
    void whatTheConnectorCannotPushIsPolled() throws Exception {
        FakeDevice polled = FakeDevice.polled();
        ManagedConnection connection = open(polled);
        BoundRecord<Pair> pair = connection.bind(Pair.class);
        Subscription changes = pair.subscribe(CHANGES, records::add);
        assertThat(next(records)).isEqualTo(new Pair(1, 2));
        polled.lose();
        polled.value = 3;
        assertThat(next(records).second()).isGreaterThan(1);
        changes.close();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("takt-poller")));
        connection.close();
        assertThat(polled.open()).isZero();
    }

    @Test
    void aSubscriptionMayEndItselfInItsSink() throws Exception {
        ManagedConnection connection = open(device);
        CompletableFuture<Subscription> own = new CompletableFuture<>();
        own.complete(connection.subscribe(POINTS, CHANGES, batch -> {
            sink.onSamples(batch);
            own.join().close();
        }));
        awaitValue(1);
        await().until(() -> device.subscribed() == 0);
        assertThat(own.join().statusAt(0)).isEqualTo(StatusCode.BAD_NOT_CONNECTED);
        device.push(2);
        device.lose();
        await().until(() -> connection.reconnects() == 1);
        assertThat(sink.samples()).extracting(RecordedSample::status).containsOnly(StatusCode.GOOD);
    }

    @Test
    void whatTheConnectorRefusesIsBadAndKeepsNothingElseFromBeingSampled() throws Exception {
        ManagedConnection connection = start();
        awaitValue(1);
        connection.subscribe(List.of(DataPoint.of("refused.x")), CHANGES, sink);
        sink.awaitSample(
                sample -> sample.point().equals("refused.x") && sample.status() == StatusCode.BAD_INVALID_ARGUMENT);
        device.push(2);
        awaitValue(2);
        assertThat(connection.attempts()).isEqualTo(1);
        await().until(() -> notices.stream().anyMatch(notice -> notice.contains("cannot push refused.x")));
        loseAndAwaitReturn(3);
    }

    @Test
    void statesAreToldAndOnlyClosingCompletesTheEnd() {
        List<ConnectionState> states = new CopyOnWriteArrayList<>();
        ManagedConnection connection = ManagedConnection.to(device, device.endpoint())
                .settings(SETTINGS)
                .onState(states::add)
                .start();
        running = connection;
        await().until(() -> connection.state() == ConnectionState.CONNECTED);
        device.lose();
        await().until(() -> connection.reconnects() == 1 && connection.state() == ConnectionState.CONNECTED);
        assertThat(connection.closed().toCompletableFuture()).isNotDone();
        assertThat(connection.closed().toCompletableFuture().complete(null)).isTrue();
        assertThat(connection.closed().toCompletableFuture())
                .as("nothing else ends it")
                .isNotDone();
        connection.close();
        assertThat(connection.closed().toCompletableFuture()).isCompleted();
        assertThat(states)
                .containsExactly(
                        ConnectionState.CONNECTED,
                        ConnectionState.WAITING,
                        ConnectionState.CONNECTING,
                        ConnectionState.CONNECTED,
                        ConnectionState.CLOSED);
    }

    @Test
    void whoListensToStatesMayFail() {
        ManagedConnection connection = ManagedConnection.to(device, device.endpoint())
                .settings(SETTINGS)
                .onNotice(notices::add)
                .onState(state -> {
                    throw new IllegalStateException("a listener that fails");
                })
                .start();
        running = connection;
        await().until(() -> connection.state() == ConnectionState.CONNECTED);
        assertThat(connection.threadFailures()).isZero();
        await().until(() -> notices.stream().anyMatch(notice -> notice.contains("a listener that fails")));
    }
}
