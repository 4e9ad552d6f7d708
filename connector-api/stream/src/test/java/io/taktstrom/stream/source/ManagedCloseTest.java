package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.taktstrom.data.SampleSink;
import io.taktstrom.spi.ConnectFailedException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ManagedCloseTest extends ManagedFixture {

    @Test
    void closingCutsOffACallThatWaits() {
        device.silent = true;
        ManagedConnection connection = start(
                device,
                NOTIFY,
                sink,
                SETTINGS.withHeartbeat(Duration.ofMillis(1)).withCloseTimeout(Duration.ofSeconds(1)));
        awaitValue(1);
        connection.close();
        assertThat(connection.state()).isEqualTo(ConnectionState.CLOSED);
        assertThat(notices).noneMatch(notice -> notice.contains("does not return"));
    }

    @Test
    void aConnectionThatFailsToCloseDoesNotStopIt() {
        start();
        awaitValue(1);
        device.onClose = () -> {
            device.onClose = FakeDevice.Script.NOTHING;
            throw new IllegalStateException("cannot close");
        };
        loseAndAwaitReturn(2);
        assertThat(notices).anyMatch(notice -> notice.contains("cannot close"));
        // The script kept the connection from being closed; nothing else will.
        assertThat(device.open()).isEqualTo(2);
        device.forgetOneUnclosed();
    }

    @Test
    void closingInterruptsAnAttempt() {
        CountDownLatch connecting = new CountDownLatch(1);
        device.onConnect = () -> {
            connecting.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new ConnectFailedException("interrupted", e);
            }
        };
        ManagedConnection connection = start();
        await().until(() -> connecting.getCount() == 0);
        connection.close();
        assertThat(connection.state()).isEqualTo(ConnectionState.CLOSED);
        assertThat(sink.samples()).as("closing marks nothing").isEmpty();
    }

    @Test
    void closingEndsALongWait() {
        device.onConnect = FakeDevice.failing(new ConnectFailedException("no answer"));
        ManagedConnection connection =
                start(device, NOTIFY, sink, SETTINGS.withBackOff(Duration.ofHours(1), Duration.ofHours(1)));
        await().until(() -> connection.state() == ConnectionState.WAITING);
        connection.close();
        assertThat(connection.state()).isEqualTo(ConnectionState.CLOSED);
    }

    @Test
    void closingLeavesACallBehindThatNeverReturnsAndItsLateConnectionIsClosed() {
        CountDownLatch mayReturn = new CountDownLatch(1);
        CountDownLatch connecting = new CountDownLatch(1);
        device.onConnect = () -> {
            connecting.countDown();
            while (mayReturn.getCount() > 0) {
                Thread.onSpinWait();
            }
        };
        ManagedConnection connection = start(device, NOTIFY, sink, SETTINGS.withCloseTimeout(Duration.ofMillis(20)));
        await().until(() -> connecting.getCount() == 0);
        connection.close();
        assertThat(notices).anyMatch(notice -> notice.contains("does not return"));

        mayReturn.countDown();
        await().until(() -> connection.state() == ConnectionState.CLOSED);
        assertThat(device.connected()).isEqualTo(1);
        assertThat(device.open()).isZero();
    }

    @Test
    void aSinkMayCloseItsConnectionFromAnyThread() {
        ManagedConnection[] own = new ManagedConnection[1];
        CountDownLatch known = new CountDownLatch(1);
        SampleSink closing = batch -> {
            await().until(() -> known.getCount() == 0);
            own[0].close();
        };
        own[0] = start(device, POLL, closing, SETTINGS);
        known.countDown();
        await().until(() -> own[0].state() == ConnectionState.CLOSED);
        assertThat(notices).noneMatch(notice -> notice.contains("does not return"));
    }

    @Test
    void aSinkMayCloseItsConnectionFromItsOwnThread() {
        ManagedConnection[] own = new ManagedConnection[1];
        CountDownLatch known = new CountDownLatch(1);
        SampleSink closing = batch -> {
            await().until(() -> known.getCount() == 0);
            own[0].close();
        };
        own[0] = start(device, NOTIFY, closing, SETTINGS);
        known.countDown();
        await().until(() -> own[0].state() == ConnectionState.CLOSED);
        assertThat(notices).noneMatch(notice -> notice.contains("does not return"));
    }
}
