package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How points are subscribed: what the device is asked for, and the first samples. */
@Timeout(120)
class SubscribeIT {

    private final QuietPlc plc = new QuietPlc();

    @Test
    void theDeviceIsAskedInUnitsOfAHundredNanoseconds() throws Exception {
        try (ScriptedPeer peer = plc.peer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            SubscriptionSettings wanted = new SubscriptionSettings(
                    SubscriptionSettings.Trigger.CYCLIC, Duration.ofMillis(20), Duration.ofNanos(150_000_050));
            try (Subscription subscription = connection.subscribe(group, wanted, batch -> {})) {
                Request request = QuietPlc.add(peer);
                assertThat(request.group()).isEqualTo(0x4040);
                assertThat(request.length()).isEqualTo(4);
                assertThat(request.frame().getInt(50)).isEqualTo(3);
                assertThat(request.frame().getInt(54)).isEqualTo(1_500_000);
                assertThat(request.frame().getInt(58)).isEqualTo(200_000);
                assertThat(subscription.revised().maxDelay()).isEqualTo(Duration.ofMillis(150));
                assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD);
            }
            Request delete = peer.requests(QuietPlc.DELETE).get(0);
            assertThat(delete.frame().getInt(38)).isEqualTo(101);
        }
    }

    @Test
    void manyPointsAreAddedAndDeletedTogether() throws Exception {
        try (ScriptedPeer peer = plc.peer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(40));
            connection.subscribe(group, QuietPlc.EACH_CHANGE, batch -> {}).close();
            assertThat(peer.requests(QuietPlc.ADD)).isEmpty();
            assertThat(peer.requests(9).stream().map(Request::group)).contains(0xF085, 0xF086);
        }
    }

    @Test
    void whereSumsAreUnknownEachPointIsAddedAlone() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        request.command() == 9 && request.group() >= 0xF080
                                ? request.result(0x701)
                                : plc.answer(request)));
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(5));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, sink).close();
            assertThat(peer.requests(QuietPlc.ADD)).hasSize(5);
            assertThat(peer.requests(QuietPlc.DELETE)).hasSize(5);
        }
    }

    @Test
    void samplesComeWithTheirTimesInOrderOnOneThread() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        try (ScriptedPeer peer = plc.peer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(2));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, batch -> {
                threads.add(Thread.currentThread());
                sink.onSamples(batch);
            });
            for (int i = 0; i < 1000; i++) {
                peer.sendToAll(QuietPlc.add(peer).notification(QuietPlc.TIME + i, 101, i, 102, -i));
            }
            List<RecordedSample> samples = sink.awaitCount(2000);
            for (int i = 0; i < 1000; i++) {
                RecordedSample first = samples.get(2 * i);
                assertThat(first.point()).isEqualTo("MAIN.v0");
                assertThat(first.value()).isEqualTo((long) i);
                assertThat(first.sourceTime()).isEqualTo(QuietPlc.TIME_NANOS + 100L * i);
                assertThat(samples.get(2 * i + 1).value()).isEqualTo((long) -i);
            }
            assertThat(threads).hasSize(1);
        }
    }

    /** TwinCAT sends the value at subscription; this peer does not. */
    @Test
    void theFirstSampleIsReadWhereTheDeviceSendsNone() throws Exception {
        try (ScriptedPeer peer = plc.peer();
                Connection connection = peer.connect("")) {
            List<DataPoint> points = new ArrayList<>(SmallPlc.points(3));
            points.add(DataPoint.of("MAIN.nope"));
            PointGroup group = connection.resolve(points);
            RecordingSink sink = new RecordingSink();
            Subscription subscription = connection.subscribe(group, QuietPlc.EACH_CHANGE, sink);
            List<RecordedSample> samples = sink.awaitCount(4);
            assertThat(samples.subList(0, 3)).extracting(RecordedSample::value).containsExactly(0L, 1L, 2L);
            assertThat(samples.get(3).status()).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
            assertThat(subscription.statusAt(3)).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        }
    }

    @Test
    void whatWasReadDoesNotFollowWhatTheDeviceSentSince() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    wire.send(plc.answer(request));
                    if (request.group() == 0xF085) {
                        wire.send(request.notification(QuietPlc.TIME, 101, 1000, 102, 1001));
                    }
                });
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(3));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, sink);
            // The third point has its value from the read, and by then the others would have had theirs.
            sink.awaitValue("MAIN.v2", 2L);
            assertThat(sink.samplesOf("MAIN.v0"))
                    .extracting(RecordedSample::value)
                    .containsExactly(1000L);
            assertThat(sink.samplesOf("MAIN.v1"))
                    .extracting(RecordedSample::value)
                    .containsExactly(1001L);
        }
    }

    /** In one TCP segment with the answer, before it, and right behind it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void samplesThatComeWithTheAnswerOrBeforeItAreNotLost(boolean before) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    byte[] answer = plc.answer(request);
                    if (request.command() != QuietPlc.ADD) {
                        wire.send(answer);
                        return;
                    }
                    byte[] notification = request.notification(QuietPlc.TIME, plc.lastHandle(), 4242);
                    ByteBuffer both = ByteBuffer.allocate(answer.length + notification.length);
                    both.put(before ? notification : answer).put(before ? answer : notification);
                    wire.send(Request.bytes(both));
                });
                Connection connection = peer.connect("")) {
            for (int round = 0; round < 20; round++) {
                PointGroup group = connection.resolve(SmallPlc.points(1));
                RecordingSink sink = new RecordingSink();
                try (Subscription subscription = connection.subscribe(group, QuietPlc.EACH_CHANGE, sink)) {
                    assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD);
                    assertThat(sink.awaitCount(1).get(0).value()).isEqualTo(4242L);
                }
            }
            assertThat(peer.requests(QuietPlc.DELETE)).hasSize(20);
        }
    }

    /** A server without notifications, one that has its own reasons, one that lacks something: what can be read is sampled. */
    @ParameterizedTest
    @ValueSource(ints = {0x700, 0x701, 0x702, 0x70A, 0x70B, 0x713, 0x717, 0x723, 0x73F})
    void whateverTheDeviceRefusesANotificationWithThePointIsPolled(int code) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) ->
                        wire.send(request.command() == QuietPlc.ADD ? request.result(code) : plc.answer(request)));
                Connection connection = peer.connect("")) {
            RecordingSink sink = new RecordingSink();
            Subscription subscription =
                    connection.subscribe(connection.resolve(SmallPlc.points(1)), QuietPlc.EACH_CHANGE, sink);
            assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD_OVERLOAD);
            assertThat(sink.awaitCount(1)).extracting(RecordedSample::status).containsExactly(StatusCode.GOOD);
        }
    }

    @Test
    void ofADeviceThatTakesNoMoreNotificationsTheRestIsPolled() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (request.group() == 0xF085) {
                        ByteBuffer results =
                                Request.little(16).putInt(0).putInt(101).putInt(0x716);
                        wire.send(request.value(Request.bytes(results)));
                    } else {
                        wire.send(plc.answer(request));
                    }
                });
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(2));
            RecordingSink sink = new RecordingSink();
            Subscription subscription = connection.subscribe(group, QuietPlc.EACH_CHANGE, sink);
            assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(subscription.statusAt(1)).isEqualTo(StatusCode.GOOD_OVERLOAD);
            // The point that is polled may have two: what was read, and the first poll.
            assertThat(sink.awaitCount(2)).extracting(RecordedSample::status).containsOnly(StatusCode.GOOD);
        }
    }
}
