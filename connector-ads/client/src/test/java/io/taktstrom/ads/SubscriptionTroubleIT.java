package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Notifications without a request, of the wrong size, with hostile counts; and losses. */
@Timeout(120)
class SubscriptionTroubleIT {

    private final QuietPlc plc = new QuietPlc();

    @Test
    void handlesOfAnEarlierSessionAreDeletedOnce() throws Exception {
        try (ScriptedPeer peer = plc.peer();
                AdsConnection connection = peer.connect("")) {
            Request any = peer.requests().get(0);
            for (int i = 0; i < 50; i++) {
                peer.sendToAll(any.notification(QuietPlc.TIME, 7, 1, 8, 2));
                connection.readState();
            }
            Awaitility.await().until(() -> {
                connection.readState();
                return peer.requests(QuietPlc.DELETE).size() == 2;
            });
            PointGroup group = connection.resolve(SmallPlc.points(1));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, sink);
            for (int i = 0; i < 50; i++) {
                peer.sendToAll(any.notification(QuietPlc.TIME, 7, 1, 9, 2, 101, i));
            }
            sink.awaitValue("MAIN.v0", 49L);
            Awaitility.await().until(() -> {
                connection.readState();
                return peer.requests(QuietPlc.DELETE).size() == 3;
            });
            assertThat(peer.requests(QuietPlc.DELETE).stream()
                            .map(request -> request.frame().getInt(38)))
                    .containsExactlyInAnyOrder(7, 8, 9);
        }
    }

    /** Three samples and then the version that puts them in doubt: the point is Bad once, not three times. */
    @Test
    void aPointWithManySamplesInTheFrameOfAnOnlineChangeIsBadOnce() throws Exception {
        AtomicInteger version = new AtomicInteger(1);
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        request.command() == 2 && request.group() == 0xF008
                                ? request.value(new byte[] {version.byteValue()})
                                : request.command() == 2 && request.group() == 0xF00F
                                        ? request.result(0x701)
                                        : plc.answer(request)));
                Connection connection = peer.connect("maxSumCommands=1")) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, sink);
            sink.awaitCount(1);
            assertThat(plc.lastHandle()).isEqualTo(102);
            ByteBuffer data = Request.little(20 + 3 * 12 + 9);
            data.putInt(16 + 3 * 12 + 9).putInt(1).putLong(QuietPlc.TIME).putInt(4);
            for (int i = 1; i <= 3; i++) {
                data.putInt(102).putInt(4).putInt(i);
            }
            data.putInt(101).putInt(1).put((byte) 2);
            version.set(2);
            peer.sendToAll(QuietPlc.add(peer).notification(Request.bytes(data)));
            assertThat(sink.awaitCount(3))
                    .extracting(RecordedSample::status)
                    .containsExactly(StatusCode.GOOD, StatusCode.BAD_OUT_OF_SERVICE, StatusCode.GOOD);
        }
    }

    /** The thread that receives ends with it: no subscriber may wait for samples that never come. */
    @Test
    void whatIsFatalInASinkEndsTheConnectionWithTheCause() throws Exception {
        try (ScriptedPeer peer = plc.peer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            connection.subscribe(group, QuietPlc.EACH_CHANGE, batch -> {
                if (batch.longAt(0) == 13) {
                    throw new OutOfMemoryError("made by a test");
                }
            });
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, sink);
            sink.awaitCount(1);
            peer.sendToAll(QuietPlc.add(peer).notification(QuietPlc.TIME, 101, 13));
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasStackTraceContaining("made by a test");
        }
    }

    /** As after an online change: a handle that died sends a sample without data; another type may have another size. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void aSampleOfAnotherSizeIsBadAndTheSubscriptionIsRenewed(int size) throws Exception {
        ScriptedPeer.Notices notices = new ScriptedPeer.Notices();
        try (ScriptedPeer peer = plc.peer();
                Connection connection = peer.connect("", notices)) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            RecordingSink sink = new RecordingSink();
            Subscription subscription = connection.subscribe(group, QuietPlc.EACH_CHANGE, sink);
            sink.awaitCount(1);
            ByteBuffer data = Request.little(28 + size);
            data.putInt(24 + size)
                    .putInt(1)
                    .putLong(QuietPlc.TIME)
                    .putInt(1)
                    .putInt(101)
                    .putInt(size);
            data.position(28 + size);
            peer.sendToAll(QuietPlc.add(peer).notification(Request.bytes(data)));
            assertThat(sink.awaitCount(3))
                    .extracting(RecordedSample::status)
                    .containsExactly(StatusCode.GOOD, StatusCode.BAD_OUT_OF_SERVICE, StatusCode.GOOD);
            assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(notices.all).anyMatch(text -> text.contains("may have moved"));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(batch.statusAt(0)).isEqualTo(StatusCode.GOOD);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "18000000 ffffffff 0000000000000000 01000000 65000000 00000000",
                "18000000 01000000 0000000000000000 ffffffff 65000000 00000000",
                "18000000 01000000 0000000000000000 01000000 65000000 ffffffff",
                "ffffffff 01000000"
            })
    void hostileCountsInANotificationEndTheSession(String hex) throws Exception {
        byte[] data = java.util.HexFormat.of().parseHex(hex.replace(" ", ""));
        try (ScriptedPeer peer = plc.peer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, QuietPlc.EACH_CHANGE, sink);
            peer.sendToAll(QuietPlc.add(peer).notification(data));
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(MalformedFrameException.class);
            sink.awaitSample(sample -> sample.status() == StatusCode.BAD_NO_COMMUNICATION);
        }
    }
}
