package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(120)
class SubscribeIT {

    private static final int ADD = 6;
    private static final int DELETE = 7;
    /** 2026-11-21T00:00Z, in 100 ns since 1601. */
    private static final long TIME = 134_398_656_000_000_000L;

    private static final long TIME_NANOS = (TIME - 116_444_736_000_000_000L) * 100;
    private static final SubscriptionSettings EACH_CHANGE = SubscriptionSettings.onChange(Duration.ofMillis(10));

    private final SmallPlc plc = new SmallPlc().dints(40);
    private final AtomicInteger handles = new AtomicInteger(100);

    private static List<DataPoint> dints(int count) {
        List<DataPoint> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(DataPoint.of("MAIN.v" + i));
        }
        return points;
    }

    /** Gives handles one after the other, alone and together, and sends nothing by itself. */
    private byte[] quiet(Request request) {
        if (request.command() == ADD) {
            return request.answer(Request.bytes(Request.little(8).putInt(0).putInt(handles.incrementAndGet())));
        }
        if (request.command() == 9 && request.group() == 0xF085) {
            ByteBuffer results = Request.little(8 * request.offset());
            while (results.hasRemaining()) {
                results.putInt(0).putInt(handles.incrementAndGet());
            }
            return request.value(Request.bytes(results));
        }
        if (request.command() == 9 && request.group() == 0xF086) {
            return request.value(new byte[4 * request.offset()]);
        }
        return plc.answer(request);
    }

    private ScriptedPeer quietPeer() throws Exception {
        return new ScriptedPeer((request, wire) -> wire.send(quiet(request)));
    }

    private static Request add(ScriptedPeer peer) {
        return peer.requests().stream()
                .filter(request -> request.command() == ADD || request.group() == 0xF085)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theDeviceIsAskedInUnitsOfAHundredNanoseconds() throws Exception {
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(1));
            SubscriptionSettings wanted = new SubscriptionSettings(
                    SubscriptionSettings.Trigger.CYCLIC, Duration.ofMillis(20), Duration.ofNanos(150_000_050));
            try (Subscription subscription = connection.subscribe(group, wanted, batch -> {})) {
                Request request = add(peer);
                assertThat(request.group()).isEqualTo(0x4040);
                assertThat(request.length()).isEqualTo(4);
                assertThat(request.frame().getInt(50)).isEqualTo(3);
                assertThat(request.frame().getInt(54)).isEqualTo(1_500_000);
                assertThat(request.frame().getInt(58)).isEqualTo(200_000);
                assertThat(subscription.revised().maxDelay()).isEqualTo(Duration.ofMillis(150));
                assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD);
            }
            Request delete = peer.requests(DELETE).get(0);
            assertThat(delete.frame().getInt(38)).isEqualTo(101);
        }
    }

    @Test
    void manyPointsAreAddedAndDeletedTogether() throws Exception {
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(40));
            connection.subscribe(group, EACH_CHANGE, batch -> {}).close();
            assertThat(peer.requests(ADD)).isEmpty();
            assertThat(peer.requests(9).stream().map(Request::group)).contains(0xF085, 0xF086);
        }
    }

    @Test
    void whereSumsAreUnknownEachPointIsAddedAlone() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        request.command() == 9 && request.group() >= 0xF080 ? request.result(0x701) : quiet(request)));
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(5));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, sink).close();
            assertThat(peer.requests(ADD)).hasSize(5);
            assertThat(peer.requests(DELETE)).hasSize(5);
        }
    }

    @Test
    void samplesComeWithTheirTimesInOrderOnOneThread() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(2));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, batch -> {
                threads.add(Thread.currentThread());
                sink.onSamples(batch);
            });
            for (int i = 0; i < 1000; i++) {
                peer.sendToAll(add(peer).notification(TIME + i, 101, i, 102, -i));
            }
            List<RecordedSample> samples = sink.awaitCount(2000);
            for (int i = 0; i < 1000; i++) {
                RecordedSample first = samples.get(2 * i);
                assertThat(first.point()).isEqualTo("MAIN.v0");
                assertThat(first.value()).isEqualTo((long) i);
                assertThat(first.sourceTime()).isEqualTo(TIME_NANOS + 100L * i);
                assertThat(samples.get(2 * i + 1).value()).isEqualTo((long) -i);
            }
            assertThat(threads).hasSize(1);
        }
    }

    /** TwinCAT sends the value at subscription; this peer does not. */
    @Test
    void theFirstSampleIsReadWhereTheDeviceSendsNone() throws Exception {
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("")) {
            List<DataPoint> points = new ArrayList<>(dints(3));
            points.add(DataPoint.of("MAIN.nope"));
            PointGroup group = connection.resolve(points);
            RecordingSink sink = new RecordingSink();
            Subscription subscription = connection.subscribe(group, EACH_CHANGE, sink);
            List<RecordedSample> samples = sink.awaitCount(4);
            assertThat(samples.subList(0, 3)).extracting(RecordedSample::value).containsExactly(0L, 1L, 2L);
            assertThat(samples.get(3).status()).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
            assertThat(subscription.statusAt(3)).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        }
    }

    @Test
    void whatWasReadDoesNotFollowWhatTheDeviceSentSince() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    wire.send(quiet(request));
                    if (request.group() == 0xF085) {
                        wire.send(request.notification(TIME, 101, 1000, 102, 1001));
                    }
                });
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(3));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, sink);
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
                    byte[] answer = quiet(request);
                    if (request.command() != ADD) {
                        wire.send(answer);
                        return;
                    }
                    byte[] notification = request.notification(TIME, handles.get(), 4242);
                    ByteBuffer both = ByteBuffer.allocate(answer.length + notification.length);
                    both.put(before ? notification : answer).put(before ? answer : notification);
                    wire.send(Request.bytes(both));
                });
                Connection connection = peer.connect("")) {
            for (int round = 0; round < 20; round++) {
                PointGroup group = connection.resolve(dints(1));
                RecordingSink sink = new RecordingSink();
                try (Subscription subscription = connection.subscribe(group, EACH_CHANGE, sink)) {
                    assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD);
                    assertThat(sink.awaitCount(1).get(0).value()).isEqualTo(4242L);
                }
            }
            assertThat(peer.requests(DELETE)).hasSize(20);
        }
    }

    @Test
    void aSinkMayUseTheConnection() throws Exception {
        try (ScriptedPeer peer = quietPeer();
                AdsConnection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(1));
            CountDownLatch done = new CountDownLatch(10);
            List<Integer> read = new ArrayList<>();
            connection.subscribe(group, EACH_CHANGE, batch -> {
                try {
                    ByteBuffer into = Request.little(4);
                    connection.read(0x4040, 4 * 7, into);
                    read.add(into.getInt(0));
                    PointGroup other = connection.resolve(dints(2));
                    connection.subscribe(other, EACH_CHANGE, inner -> {}).close();
                    other.close();
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                done.countDown();
            });
            Request add = add(peer);
            for (int i = 0; i < 10; i++) {
                peer.sendToAll(add.notification(TIME, 101, i));
            }
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(read).hasSizeGreaterThanOrEqualTo(10).containsOnly(7);
        }
    }

    /** The first sample may be there before whoever subscribes has read the values. */
    @Test
    void aSinkMayCloseTheConnectionWhileItIsStillBeingSubscribed() throws Exception {
        for (int round = 0; round < 50; round++) {
            try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                wire.send(quiet(request));
                if (request.command() == ADD) {
                    wire.send(request.notification(TIME, handles.get(), 1));
                }
            })) {
                Connection connection = peer.connect("");
                Subscription subscription =
                        connection.subscribe(connection.resolve(dints(1)), EACH_CHANGE, batch -> connection.close());
                connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS);
                assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.BAD_CONNECTION_CLOSED);
            }
        }
    }

    @Test
    void aSlowSinkHoldsUpNobodyElse() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ScriptedPeer peer = quietPeer();
                AdsConnection connection = peer.connect("requestTimeout=10s")) {
            PointGroup group = connection.resolve(dints(1));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, batch -> {
                entered.countDown();
                try {
                    release.await(60, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                sink.onSamples(batch);
            });
            Request add = add(peer);
            peer.sendToAll(add.notification(TIME, 101, 0));
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            for (int i = 1; i <= 200; i++) {
                peer.sendToAll(add.notification(TIME, 101, i));
                ByteBuffer into = Request.little(4);
                connection.read(0x4040, 4 * 9, into);
                assertThat(into.getInt(0)).isEqualTo(9);
            }
            release.countDown();
            List<RecordedSample> samples = sink.awaitCount(201);
            for (int i = 0; i <= 200; i++) {
                assertThat(samples.get(i).value()).isEqualTo((long) i);
                assertThat(StatusCode.hasOverflow(samples.get(i).status())).isFalse();
            }
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
        try (ScriptedPeer peer = quietPeer();
                AdsConnection connection = peer.connect("requestTimeout=30s")) {
            PointGroup group = connection.resolve(dints(1));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, batch -> {
                entered.countDown();
                try {
                    release.await(100, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                sink.onSamples(batch);
            });
            Request add = add(peer);
            byte[] many = add.notification(TIME, many());
            peer.sendToAll(add.notification(TIME, 101, -1));
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
            peer.sendToAll(add.notification(TIME, 101, -3));
            assertThat(StatusCode.hasOverflow(sink.awaitValue("MAIN.v0", -3L).status()))
                    .isFalse();
        }
    }

    @Test
    void theNextSampleAfterALossSaysSo() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ScriptedPeer peer = quietPeer();
                AdsConnection connection = peer.connect("requestTimeout=30s")) {
            PointGroup group = connection.resolve(dints(1));
            RecordingSink sink = new RecordingSink();
            SubscriptionSettings gathered = new SubscriptionSettings(
                    SubscriptionSettings.Trigger.ON_CHANGE, Duration.ofMillis(10), Duration.ofSeconds(100));
            connection.subscribe(group, gathered, batch -> {
                entered.countDown();
                try {
                    release.await(100, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                sink.onSamples(batch);
            });
            Request add = add(peer);
            peer.sendToAll(add.notification(TIME, 101, -1));
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            byte[] many = add.notification(TIME, many());
            for (int i = 0; i < 100; i++) {
                peer.sendToAll(many);
                connection.readState();
            }
            release.countDown();
            awaitQuiet(connection, sink);
            peer.sendToAll(add.notification(TIME, 101, -2));
            assertThat(StatusCode.hasOverflow(sink.awaitValue("MAIN.v0", -2L).status()))
                    .isTrue();
            peer.sendToAll(add.notification(TIME, 101, -3));
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

    @Test
    void aSinkThatThrowsIsToldAboutAndCalledAgain() throws Exception {
        ScriptedPeer.Notices notices = new ScriptedPeer.Notices();
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("", notices)) {
            PointGroup group = connection.resolve(dints(1));
            AtomicInteger calls = new AtomicInteger();
            connection.subscribe(group, EACH_CHANGE, batch -> {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("broken sink");
                }
            });
            peer.sendToAll(add(peer).notification(TIME, 101, 1));
            peer.sendToAll(add(peer).notification(TIME, 101, 2));
            Awaitility.await().until(() -> calls.get() >= 2);
            assertThat(notices.all).anyMatch(text -> text.contains("broken sink"));
        }
    }

    @Test
    void afterClosingTheSinkIsNotCalledAgain() throws Exception {
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(1));
            RecordingSink closed = new RecordingSink();
            RecordingSink open = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, closed).close();
            connection.subscribe(group, EACH_CHANGE, open);
            int before = closed.samples().size();
            peer.sendToAll(add(peer).notification(TIME, 101, 5));
            peer.sendToAll(add(peer).notification(TIME, 102, 6));
            open.awaitValue("MAIN.v0", 6L);
            assertThat(closed.samples()).hasSize(before);
        }
    }

    @Test
    void handlesOfAnEarlierSessionAreDeletedOnce() throws Exception {
        try (ScriptedPeer peer = quietPeer();
                AdsConnection connection = peer.connect("")) {
            Request any = peer.requests().get(0);
            for (int i = 0; i < 50; i++) {
                peer.sendToAll(any.notification(TIME, 7, 1, 8, 2));
                connection.readState();
            }
            Awaitility.await().until(() -> {
                connection.readState();
                return peer.requests(DELETE).size() == 2;
            });
            PointGroup group = connection.resolve(dints(1));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, sink);
            for (int i = 0; i < 50; i++) {
                peer.sendToAll(any.notification(TIME, 7, 1, 9, 2, 101, i));
            }
            sink.awaitValue("MAIN.v0", 49L);
            Awaitility.await().until(() -> {
                connection.readState();
                return peer.requests(DELETE).size() == 3;
            });
            assertThat(peer.requests(DELETE).stream()
                            .map(request -> request.frame().getInt(38)))
                    .containsExactlyInAnyOrder(7, 8, 9);
        }
    }

    @Test
    void aLossIsOneBatchWithAllPointsBad() throws Exception {
        List<Integer> sizes = new ArrayList<>();
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("")) {
            List<DataPoint> points = new ArrayList<>(dints(3));
            points.add(DataPoint.of("MAIN.nope"));
            PointGroup group = connection.resolve(points);
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, batch -> {
                sizes.add(batch.size());
                sink.onSamples(batch);
            });
            sink.awaitCount(4);
            peer.hangUp();
            sink.awaitCount(8);
            assertThat(sink.samples().subList(4, 8))
                    .extracting(RecordedSample::status)
                    .containsOnly(StatusCode.BAD_NO_COMMUNICATION);
            assertThat(sizes.get(sizes.size() - 1)).isEqualTo(4);
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS));
            assertThat(sink.samples()).hasSize(8);
        }
    }

    /** As after an online change: a handle that died sends a sample without data; another type may have another size. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void aSampleOfAnotherSizeIsABadOneAndTheSubscriptionIsMadeAnew(int size) throws Exception {
        ScriptedPeer.Notices notices = new ScriptedPeer.Notices();
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("", notices)) {
            PointGroup group = connection.resolve(dints(1));
            RecordingSink sink = new RecordingSink();
            Subscription subscription = connection.subscribe(group, EACH_CHANGE, sink);
            sink.awaitCount(1);
            ByteBuffer data = Request.little(28 + size);
            data.putInt(24 + size).putInt(1).putLong(TIME).putInt(1).putInt(101).putInt(size);
            data.position(28 + size);
            peer.sendToAll(add(peer).notification(Request.bytes(data)));
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
        try (ScriptedPeer peer = quietPeer();
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(1));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, EACH_CHANGE, sink);
            peer.sendToAll(add(peer).notification(data));
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(MalformedFrameException.class);
            sink.awaitSample(sample -> sample.status() == StatusCode.BAD_NO_COMMUNICATION);
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
                        wire.send(quiet(request));
                    }
                });
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(dints(2));
            RecordingSink sink = new RecordingSink();
            Subscription subscription = connection.subscribe(group, EACH_CHANGE, sink);
            assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(subscription.statusAt(1)).isEqualTo(StatusCode.GOOD_OVERLOAD);
            assertThat(sink.awaitCount(2))
                    .extracting(RecordedSample::status)
                    .containsExactly(StatusCode.GOOD, StatusCode.GOOD);
        }
    }
}
