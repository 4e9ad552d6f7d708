package io.taktstrom.ads;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What a sink may do, and what becomes of samples that it is too slow for. */
@Timeout(120)
class SubscriberIT {

    private final QuietPlc plc = new QuietPlc();

    /** Hands over to the sink, but not before it is released. */
    private static SampleSink waiting(CountDownLatch entered, CountDownLatch release, SampleSink sink) {
        return batch -> {
            entered.countDown();
            try {
                release.await(100, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            sink.onSamples(batch);
        };
    }

    /** To a sink that closes the connection; none where the sink was quicker than the call. */
    private static Optional<Subscription> subscribed(Connection connection) throws ConnectorException {
        PointGroup group = connection.resolve(SmallPlc.points(1));
        try {
            return Optional.of(connection.subscribe(group, QuietPlc.EACH_CHANGE, batch -> connection.close()));
        } catch (ConnectionLostException e) {
            return Optional.empty();
        }
    }

    @Test
    void aSinkMayCloseTheConnectionWhileItIsStillBeingSubscribed() throws Exception {
        for (int round = 0; round < 50; round++) {
            try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                wire.send(plc.answer(request));
                if (request.command() == QuietPlc.ADD) {
                    wire.send(request.notification(QuietPlc.TIME, plc.lastHandle(), 1));
                }
            })) {
                Connection connection = peer.connect("");
                Optional<Subscription> subscription = subscribed(connection);
                connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS);
                assertThat(subscription.map(one -> one.statusAt(0)).orElse(StatusCode.BAD_CONNECTION_CLOSED))
                        .isEqualTo(StatusCode.BAD_CONNECTION_CLOSED);
            }
        }
    }

    @Test
    void afterClosingTheSinkIsNotCalledAgain() throws Exception {
        try (ScriptedPeer peer = plc.peer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            RecordingSink closed = new RecordingSink();
            RecordingSink open = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, closed).close();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, open);
            int before = closed.samples().size();
            peer.sendToAll(QuietPlc.add(peer).notification(QuietPlc.TIME, 101, 5));
            peer.sendToAll(QuietPlc.add(peer).notification(QuietPlc.TIME, 102, 6));
            open.awaitValue("MAIN.v0", 6L);
            assertThat(closed.samples()).hasSize(before);
        }
    }

    /**
     * Only while a sink blocks and others read answers that stand behind the notifications: else TCP holds the device
     * back.
     */
    @Test
    void whatASinkIsTooSlowForIsMarkedInItsPlace() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ScriptedPeer peer = plc.peer();
                AdsConnection connection = peer.connect("requestTimeout=30s")) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, waiting(entered, release, sink));
            Request add = QuietPlc.add(peer);
            byte[] many = add.notification(QuietPlc.TIME, many());
            peer.sendToAll(add.notification(QuietPlc.TIME, 101, -1));
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 100; i++) {
                peer.sendToAll(many);
                connection.readState();
            }
            release.countDown();
            sink.awaitSample(sample -> StatusCode.hasOverflow(sample.status()));
            assertThat(sink.samples()).hasSizeLessThan(100 * 5000);
            // The newest value was among those that were lost. It is read, and says that something is missing before
            // it.
            List<RecordedSample> samples = sink.samples();
            RecordedSample read = samples.get(samples.size() - 1);
            assertThat(read.value()).isEqualTo(0L);
            assertThat(StatusCode.hasOverflow(read.status())).isTrue();
            assertThat(samples.subList(0, samples.size() - 1))
                    .noneMatch(sample -> StatusCode.hasOverflow(sample.status()));
            peer.sendToAll(add.notification(QuietPlc.TIME, 101, -3));
            assertThat(StatusCode.hasOverflow(sink.awaitValue("MAIN.v0", -3L).status()))
                    .isFalse();
        }
    }

    @Test
    void theNextSampleAfterALossSaysSo() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ScriptedPeer peer = plc.peer();
                AdsConnection connection = peer.connect("requestTimeout=30s")) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            RecordingSink sink = new RecordingSink();
            SubscriptionSettings gathered = new SubscriptionSettings(
                    SubscriptionSettings.Trigger.ON_CHANGE, Duration.ofMillis(10), Duration.ofSeconds(100));
            connection.subscribe(group, gathered, waiting(entered, release, sink));
            Request add = QuietPlc.add(peer);
            peer.sendToAll(add.notification(QuietPlc.TIME, 101, -1));
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            byte[] many = add.notification(QuietPlc.TIME, many());
            for (int i = 0; i < 100; i++) {
                peer.sendToAll(many);
                connection.readState();
            }
            release.countDown();
            awaitQuiet(connection, sink);
            peer.sendToAll(add.notification(QuietPlc.TIME, 101, -2));
            assertThat(StatusCode.hasOverflow(sink.awaitValue("MAIN.v0", -2L).status()))
                    .isTrue();
            peer.sendToAll(add.notification(QuietPlc.TIME, 101, -3));
            assertThat(StatusCode.hasOverflow(sink.awaitValue("MAIN.v0", -3L).status()))
                    .isFalse();
        }
    }

    /** 5000 samples of one point, 60 KB: a hundred such frames are more than the queue takes. */
    private static int[] many() {
        int[] many = new int[2 * 5000];
        for (int i = 0; i < 5000; i++) {
            many[2 * i] = 101;
            many[2 * i + 1] = i + 1;
        }
        return many;
    }

    private static void awaitQuiet(AdsConnection connection, RecordingSink sink) {
        Awaitility.await().pollInterval(Duration.ofMillis(300)).until(() -> {
            int before = sink.samples().size();
            connection.readState();
            return before > 1 && before == sink.samples().size();
        });
    }
}
