package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class ManagedConnectionTest extends ManagedFixture {

    @Test
    void pushedValuesArrive() {
        ManagedConnection connection = start();
        awaitValue(1);
        device.push(2);
        awaitValue(2);
        assertThat(sink.samples()).allMatch(sample -> StatusCode.isGood(sample.status()));
        await().until(() -> connection.state() == ConnectionState.CONNECTED);
        assertThat(connection.reconnects()).isZero();
    }

    @Test
    void aConnectionIsToldWhichLostOneItTakesThePlaceOf() {
        start();
        awaitValue(1);
        assertThat(device.predecessor).isNull();
        Connection first = device.latest();
        loseAndAwaitReturn(2);
        assertThat(device.predecessor).isSameAs(first);
        Connection second = device.latest();
        loseAndAwaitReturn(3);
        assertThat(device.predecessor).isSameAs(second);
    }

    @Test
    void aDeviceThatCannotPushIsPolled() {
        FakeDevice polled = FakeDevice.polled();
        ManagedConnection connection = start(polled, NOTIFY, sink, SETTINGS);
        awaitValue(1);
        polled.value = 2;
        awaitValue(2);
        assertThat(sink.samplesOf("a")).as("only changes").hasSize(2);
        assertThat(polls(connection)).isGreaterThan(1);
        connection.close();
        assertThat(polled.open()).isZero();
    }

    @Test
    void aPolledScanIsPolledThoughTheDeviceCouldPush() {
        ManagedConnection connection = start(device, POLL, sink, SETTINGS);
        sink.awaitCount(10);
        assertThat(polls(connection)).isGreaterThanOrEqualTo(5);
    }

    @Test
    void aPolledScanCanPassOnChangesOnly() {
        ManagedConnection connection = start(
                device,
                new ScanClass("slow", ScanClass.Mode.POLL_CHANGES, Duration.ofMillis(2), Duration.ZERO),
                sink,
                SETTINGS);
        awaitValue(1);
        await().until(() -> polls(connection) > 5);
        device.value = 2;
        awaitValue(2);
        assertThat(sink.samplesOf("a")).as("only changes").hasSize(2);
    }

    @Test
    void aScanThatTheConnectionBeganWithCanEndAlone() {
        RecordingSink other = new RecordingSink();
        Scan first = new Scan(NOTIFY, POINTS, sink);
        Scan second = new Scan(NOTIFY, POINTS, other);
        ManagedConnection connection = ManagedConnection.to(device, device.endpoint())
                .scans(List.of(first, second))
                .settings(SETTINGS)
                .start();
        running = connection;
        awaitValue(1);
        other.awaitValue("a", 1L);
        connection.subscription(first).close();
        device.push(2);
        other.awaitValue("a", 2L);
        assertThat(sink.samplesOf("a")).hasSize(1);
        assertThatThrownBy(() -> connection.subscription(first))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fast");
    }

    @Test
    void aLossMarksEveryPointOnceAndGoodComesBackWithValues() {
        ManagedConnection connection = start();
        awaitValue(1);
        loseAndAwaitReturn(5);

        assertThat(statusesOf("a")).containsExactly(StatusCode.GOOD, StatusCode.BAD_NO_COMMUNICATION, StatusCode.GOOD);
        assertThat(statusesOf("b")).containsExactly(StatusCode.GOOD, StatusCode.BAD_NO_COMMUNICATION, StatusCode.GOOD);
        await().until(() -> connection.reconnects() == 1);
        assertThat(notices).anyMatch(notice -> notice.contains("press1 at fake://plc:4711 is lost"));
    }

    @Test
    void aLossOfAPolledDeviceMarksEveryPointOnceToo() {
        ManagedConnection connection = start(device, POLL, sink, SETTINGS);
        awaitValue(1);
        loseAndAwaitReturn(5);

        assertThat(statusesOf("a").stream().filter(StatusCode::isBad)).containsExactly(StatusCode.BAD_NO_COMMUNICATION);
        await().until(() -> connection.reconnects() == 1);
    }

    @Test
    void aDeviceThatIsAbsentFromTheStartIsSaidToBeSoOnce() {
        device.onConnect = FakeDevice.failing(new ConnectFailedException("no answer"));
        ManagedConnection connection = start();
        await().until(() -> connection.attempts() > 10);
        assertThat(sink.samples())
                .extracting(RecordedSample::status)
                .containsExactly(StatusCode.BAD_NOT_CONNECTED, StatusCode.BAD_NOT_CONNECTED);
        assertThatThrownBy(connection::current)
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("not connected");

        device.onConnect = FakeDevice.Script.NOTHING;
        awaitValue(1);
        assertThat(statusesOf("a")).containsExactly(StatusCode.BAD_NOT_CONNECTED, StatusCode.GOOD);
        assertThat(notices).anyMatch(notice -> notice.contains("no answer") && notice.contains("trying again"));
    }

    @Test
    void aSilentDeviceIsLostThoughTheConnectorWaitsOn() {
        device.silent = true;
        start(device, NOTIFY, sink, SETTINGS.withHeartbeat(Duration.ofMillis(20)));
        awaitValue(1);
        sink.awaitSample(sample -> sample.status() == StatusCode.BAD_NO_COMMUNICATION);
        device.silent = false;
        device.value = 7;
        awaitValue(7);
        assertThat(notices).anyMatch(notice -> notice.contains("no answer to the heartbeat within 20ms"));
    }

    /** The device is frozen for longer than the interval of the heartbeat, but not for longer than a request may take. */
    @Test
    void aDeviceThatAnswersTheHeartbeatWithinItsRequestTimeoutIsNotLost() {
        CountDownLatch frozen = new CountDownLatch(1);
        device.onDevice = () -> {
            try {
                frozen.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        device.heartbeatInterval = "5ms";
        ManagedConnection connection = start(device, NOTIFY, sink, SETTINGS.withHeartbeat(Duration.ZERO));
        await().until(() -> device.heartbeats() == 1);
        // What once was the limit of the heartbeat.
        await().during(Duration.ofMillis(2_500)).until(() -> connection.attempts() == 1);
        frozen.countDown();
        await().until(() -> device.heartbeats() > 1);
        assertThat(connection.state()).isEqualTo(ConnectionState.CONNECTED);
        assertThat(connection.attempts()).isEqualTo(1);
    }

    @Test
    void aHeartbeatThatIsNotAnsweredInTimeIsReportedAsThat() {
        device.silent = true;
        device.heartbeatInterval = "5ms";
        device.heartbeatTimeout = "20ms";
        start(device, NOTIFY, sink, SETTINGS.withHeartbeat(Duration.ZERO));
        sink.awaitSample(sample -> sample.status() == StatusCode.BAD_NO_COMMUNICATION);
        await().until(() -> notices.stream()
                .anyMatch(notice -> notice.contains("no answer to the heartbeat within 20ms")
                        && notice.contains("heartbeatTimeout")
                        && !notice.contains("closed")));
        device.silent = false;
    }

    @Test
    void aDeviceThatAnswersWithAnErrorLives() {
        device.onDevice = FakeDevice.failing(new DeviceErrorException("not now", StatusCode.BAD, 1));
        device.heartbeatInterval = "5ms";
        ManagedConnection connection = start(device, NOTIFY, sink, SETTINGS.withHeartbeat(Duration.ZERO));
        await().until(() -> device.heartbeats() > 5);
        assertThat(connection.state()).isEqualTo(ConnectionState.CONNECTED);
        assertThat(connection.attempts()).isEqualTo(1);
    }

    @Test
    void anAttemptThatHangsIsInterrupted() {
        device.connectTimeout = "50ms";
        AtomicBoolean first = new AtomicBoolean(true);
        CountDownLatch never = new CountDownLatch(1);
        device.onConnect = () -> {
            if (first.getAndSet(false)) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new ConnectFailedException("interrupted", e);
                }
            }
        };
        ManagedConnection connection = start();
        awaitValue(1);
        assertThat(connection.attempts()).isEqualTo(2);
    }

    @Test
    void anyFailureOfAConnectorIsAFailedAttempt() {
        List<Throwable> failures = Collections.synchronizedList(
                new ArrayList<>(List.of(new IllegalStateException("bug"), new UnsatisfiedLinkError("no library"))));
        device.onConnect = () -> {
            if (!failures.isEmpty()) {
                Throwable failure = failures.remove(0);
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure;
            }
        };
        ManagedConnection connection = start();
        awaitValue(1);
        assertThat(connection.attempts()).isEqualTo(3);
    }

    @Test
    void aSessionThatCannotResolveIsClosedAndTriedAgain() {
        device.onResolve = FakeDevice.failing(new RequestTimeoutException("no symbols"));
        ManagedConnection connection = start();
        await().until(() -> device.connected() > 3);
        assertThat(device.open()).isLessThanOrEqualTo(1);
        device.onResolve = FakeDevice.Script.NOTHING;
        awaitValue(1);
        assertThat(connection.reconnects()).as("there was no session before").isZero();
    }

    @Test
    void theGroupAndTheNumberingOutliveSessions() {
        List<PointGroup> groups = Collections.synchronizedList(new ArrayList<>());
        start(device, NOTIFY, batch -> keep(batch, groups), SETTINGS);
        awaitValue(1);
        loseAndAwaitReturn(2);
        loseAndAwaitReturn(3);

        List<RecordedSample> samples = sink.samples();
        for (int i = 0; i < samples.size(); i++) {
            assertThat(samples.get(i).sequence()).isEqualTo(i);
        }
        assertThat(groups).allMatch(group -> group == groups.get(0));
    }

    private void keep(SampleBatch batch, List<PointGroup> groups) {
        groups.add(batch.group());
        sink.onSamples(batch);
    }

    @Test
    void aTypeThatChangedMakesANewGroup() {
        List<PointGroup> groups = Collections.synchronizedList(new ArrayList<>());
        start(device, NOTIFY, batch -> keep(batch, groups), SETTINGS);
        awaitValue(1);
        device.setType("a", ScalarType.LINT);
        loseAndAwaitReturn(2);

        assertThat(groups.get(0).typeAt(0)).isEqualTo(ScalarType.DINT);
        PointGroup last = groups.get(groups.size() - 1);
        assertThat(last.typeAt(0)).isEqualTo(ScalarType.LINT);
        assertThat(last.points()).isEqualTo(groups.get(0).points());
    }

    @Test
    void aSinkThatThrowsIsCountedAndServedOn() {
        ManagedConnection connection = start(
                device,
                NOTIFY,
                batch -> {
                    sink.onSamples(batch);
                    throw new IllegalStateException("broken sink");
                },
                SETTINGS);
        awaitValue(1);
        device.push(2);
        awaitValue(2);
        assertThat(connection.sinkFailures()).isEqualTo(2);
        assertThat(notices).anyMatch(notice -> notice.contains("broken sink"));
    }

    @Test
    void sessionsThatEndSoonPointToARival() {
        start();
        awaitValue(1);
        for (int i = 2; i < 6; i++) {
            loseAndAwaitReturn(i);
        }
        assertThat(notices).anyMatch(notice -> notice.contains("does another client displace this one?"));
    }

    @Test
    void theLiveSessionIsThereForWritesAndBrowsing() throws Exception {
        ManagedConnection connection = start();
        await().until(() -> connection.state() == ConnectionState.CONNECTED);
        assertThat(connection.current().device().name()).isEqualTo("fake");
    }

    @Test
    void anUnexpectedFailureIsCountedAndItConnectsAgain() {
        AtomicBoolean failed = new AtomicBoolean();
        ConnectionObserver fragile = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                if (message.contains("is lost") && failed.compareAndSet(false, true)) {
                    throw new StackOverflowError("an observer that fails");
                }
            }
        };
        ManagedConnection connection = ManagedConnection.to(device, device.endpoint())
                .named("press1")
                .scan(new Scan(NOTIFY, POINTS, sink))
                .settings(SETTINGS)
                .observer(fragile)
                .start();
        running = connection;
        awaitValue(1);
        loseAndAwaitReturn(2);
        assertThat(connection.threadFailures()).isEqualTo(1);
    }

    @Test
    void anExhaustedHeapEndsTheThreadByWayOfTheDefaultHandler() {
        Thread.UncaughtExceptionHandler former = Thread.getDefaultUncaughtExceptionHandler();
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
        try {
            OutOfMemoryError exhausted = new OutOfMemoryError("for a test");
            device.onConnect = () -> {
                throw exhausted;
            };
            ManagedConnection connection = start();
            await().dontCatchUncaughtExceptions().until(() -> uncaught.contains(exhausted));
            await().dontCatchUncaughtExceptions().until(() -> connection.state() == ConnectionState.CLOSED);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(former);
        }
    }
}
