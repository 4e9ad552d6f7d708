package io.taktstrom.s7;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Links to a CPU that does as it likes: what is on its way, what comes back, and what a link does about it. */
@Timeout(120)
class LinkIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String SHORT = "requestTimeout=2s";

    private static List<DataPoint> scattered(int count) {
        List<DataPoint> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(DataPoint.of("DB1.DBB" + 200 * i));
        }
        return points;
    }

    private static void assertTrue(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            assertThat(StatusCode.name(batch.statusAt(i))).isEqualTo("Good");
            assertThat(batch.longAt(i)).isEqualTo(200 * i & 0xFF);
        }
    }

    // ---- what is on its way

    @Test
    void asManyRequestsAreOnTheirWayAsTheCpuGrantsAndNeverMore() throws Exception {
        for (int jobs : new int[] {1, 3}) {
            List<ScriptedCpu.Request> held = new ArrayList<>();
            AtomicInteger most = new AtomicInteger();
            // Answers only when nothing more can come, in reverse order: so it sees all that is on its way at once.
            try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                                held.add(request);
                                most.accumulateAndGet(held.size(), Math::max);
                                if (held.size() == jobs) {
                                    for (int i = held.size() - 1; i >= 0; i--) {
                                        wire.send(held.get(i).answer());
                                    }
                                    held.clear();
                                }
                            })
                            .granting(jobs, 240);
                    Connection connection = cpu.connect("maxItems=1&maxParallel=8")) {
                PointGroup group = connection.resolve(scattered(12));
                SampleBatch batch = group.newBatch();
                connection.read(group, batch);
                assertTrue(batch);
                assertThat(most).hasValue(jobs);
            }
        }
    }

    @Test
    void manyThreadsTogetherKeepToWhatTheCpuGrants() throws Exception {
        AtomicInteger onTheirWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                            most.accumulateAndGet(onTheirWay.incrementAndGet(), Math::max);
                            CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS)
                                    .execute(() -> {
                                        onTheirWay.decrementAndGet();
                                        try {
                                            wire.send(request.answer());
                                        } catch (IOException e) {
                                            throw new UncheckedIOException(e);
                                        }
                                    });
                        })
                        .granting(2, 240);
                Connection connection = cpu.connect("maxItems=1")) {
            List<CompletableFuture<Integer>> readers = new ArrayList<>();
            for (int reader = 0; reader < 5; reader++) {
                PointGroup group = connection.resolve(scattered(reader == 0 ? 40 : 1));
                readers.add(CompletableFuture.supplyAsync(() -> readMany(connection, group), task -> {
                    Thread thread = new Thread(task, "reader");
                    thread.setDaemon(true);
                    thread.start();
                }));
            }
            for (CompletableFuture<Integer> reader : readers) {
                assertThat(reader.get(100, TimeUnit.SECONDS)).isEqualTo(20);
            }
            assertThat(most.get()).isLessThanOrEqualTo(2);
            assertThat(cpu.connections()).isEqualTo(1);
        }
    }

    private static int readMany(Connection connection, PointGroup group) {
        try {
            SampleBatch batch = group.newBatch();
            int rounds = 0;
            for (; rounds < 20; rounds++) {
                connection.read(group, batch);
                assertTrue(batch);
            }
            return rounds;
        } catch (ConnectorException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void connectionsToTheSameCpuShareOneLinkAndTheLastOneClosesIt() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()))) {
            Connection one = cpu.connect("");
            Connection two = cpu.connect("");
            PointGroup group = two.resolve(scattered(1));
            assertThat(cpu.connections()).isEqualTo(1);
            one.close();
            two.read(group, group.newBatch());
            try (Connection other = cpu.connect("slot=2")) {
                assertThat(cpu.connections()).isEqualTo(2);
                assertThat(other.closed().toCompletableFuture()).isNotDone();
            }
            two.close();
            Awaitility.await()
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(cpu.connections()).isZero());
        }
    }

    // ---- what comes back

    @Test
    void anAnswerInPiecesIsPutTogether() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                    byte[] whole = request.answer();
                    wire.send(new byte[] {3, 0, 0, 7, 2, (byte) 0xF0, 0});
                    for (int from = CotpData.PAYLOAD; from < whole.length; from += 5) {
                        byte[] piece = Arrays.copyOfRange(whole, from, Math.min(whole.length, from + 5));
                        ByteBuffer frame = ByteBuffer.allocate(CotpData.PAYLOAD + piece.length);
                        CotpData.write(frame, 0, piece.length, from + 5 >= whole.length);
                        wire.send(frame.put(CotpData.PAYLOAD, piece).array());
                    }
                });
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(scattered(5));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertTrue(batch);
        }
    }

    @Test
    void putGetRefusedIsSaidWithTheRemedyAlsoWithoutAReference() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.refusal(0, 0x8104)));
                Connection connection = cpu.connect("")) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> connection.resolve(scattered(1)))
                        .isInstanceOfSatisfying(DeviceErrorException.class, e -> {
                            assertThat(e.nativeCode()).isEqualTo(0x8104);
                            assertThat(e.status()).isEqualTo(StatusCode.BAD_USER_ACCESS_DENIED);
                        })
                        .hasMessageContaining("PUT/GET");
            }
        }
    }

    @Test
    void anAnswerThatNobodyAskedForEndsTheLink() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(scattered(1));
            cpu.script((request, wire) -> {
                byte[] answer = request.answer();
                ByteBuffer.wrap(answer).putShort(11, (short) (request.reference() + 7));
                wire.send(answer);
            });
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("nobody asked for");
            assertDead(connection);
        }
    }

    @Test
    void anAnswerThatComesTwiceEndsTheLink() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                    wire.send(request.answer());
                    wire.send(request.answer());
                });
                Connection connection = cpu.connect("")) {
            try {
                PointGroup group = connection.resolve(scattered(1));
                assertThat(group.statusAt(0)).isEqualTo(StatusCode.GOOD);
            } catch (ConnectorException e) {
                assertThat(e).hasMessageContaining("nobody asked for");
            }
            assertDead(connection);
        }
    }

    @Test
    void newsAndQuestionsOfTheCpuDoNotDisturb() throws Exception {
        byte[] push = new byte[CotpData.PAYLOAD + S7Header.REQUEST_BYTES];
        ByteBuffer news = ByteBuffer.wrap(push);
        CotpData.write(news, 0, S7Header.REQUEST_BYTES);
        S7Header.write(news, CotpData.PAYLOAD, S7Header.USER_DATA, 0, 0, 0);
        byte[] question = push.clone();
        question[CotpData.PAYLOAD + 1] = S7Header.JOB;
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                    wire.send(push);
                    wire.send(question);
                    wire.send(request.answer());
                });
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(scattered(3));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertTrue(batch);
        }
    }

    /** Every answer that is cut short, but says so in its TPKT header, fails the read; none hangs or crashes it. */
    @Test
    void anAnswerCutShortAnywhereIsMalformed() throws Exception {
        int length = 0;
        for (int cut = CotpData.PAYLOAD + 1; length == 0 || cut < length; cut++) {
            int keep = cut;
            AtomicInteger whole = new AtomicInteger();
            try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                    Connection connection = cpu.connect("")) {
                PointGroup group = connection.resolve(scattered(2));
                cpu.script((request, wire) -> {
                    byte[] answer = request.answer();
                    whole.set(answer.length);
                    byte[] part = Arrays.copyOf(answer, keep);
                    part[3] = (byte) keep;
                    wire.send(part);
                });
                assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                        .as("%s bytes", keep)
                        .isInstanceOf(MalformedFrameException.class);
                assertDead(connection);
            }
            length = whole.get();
        }
    }

    @Test
    void fewerItemsThanAskedForAreNotTakenForTheRest() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                            byte[] answer = request.answer();
                            if (request.items() > 20) {
                                answer[CotpData.PAYLOAD + S7Header.ANSWER_BYTES + 1] = 20;
                            }
                            wire.send(answer);
                        })
                        .granting(8, 960);
                Connection connection = cpu.connect("maxItems=40")) {
            assertThatThrownBy(() -> connection.resolve(scattered(40)))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("maxItems");
        }
    }

    @Test
    void anErrorAmongGoodItemsIsThatItemsAlone() throws Exception {
        Map<String, Integer> notices = new ConcurrentHashMap<>();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.merge(message, 1, Integer::sum);
            }
        };
        // A block of 10 bytes: whatever goes beyond is refused as a whole, as CPUs do.
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(limited(request, 10)));
                Connection connection = cpu.connect("", observer)) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of("DB1.DBB0"),
                    DataPoint.of("DB1.DBW8"),
                    DataPoint.of("DB1.DBW10"),
                    DataPoint.of("DB1.DBW12")));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            List<String> statuses = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                statuses.add(StatusCode.name(batch.statusAt(i)));
                assertThat(batch.statusAt(i)).isEqualTo(group.statusAt(i));
            }
            assertThat(statuses).containsExactly("Good", "Good", "Bad_NodeIdUnknown", "Bad_NodeIdUnknown");
            assertThat(notices.keySet())
                    .singleElement()
                    .asString()
                    .contains("DB1.DBW10", "0x05", "Optimized block access", "1 more");
        }
    }

    private static byte[] limited(ScriptedCpu.Request request, int blockBytes) {
        byte[] answer = request.answer();
        ByteBuffer in = ByteBuffer.wrap(answer);
        ByteBuffer out = ByteBuffer.allocate(answer.length).put(answer);
        int from = CotpData.PAYLOAD + ReadVar.ANSWER_BYTES;
        int to = from;
        for (int i = 0; i < request.items(); i++) {
            int item = ReadVar.item(CotpData.PAYLOAD, i);
            int end = VarItem.address(request.frame(), item) / 8 + VarItem.count(request.frame(), item);
            int next = ReadVar.next(in, from);
            int bytes = Math.min(next, answer.length) - from;
            if (end > blockBytes) {
                out.putInt(to, 0x0500_0000);
                to += 4;
            } else {
                out.put(to, answer, from, bytes);
                to += bytes;
            }
            from = next;
        }
        out.putShort(2, (short) to).putShort(CotpData.PAYLOAD + 8, (short) (to - 21));
        return Arrays.copyOf(out.array(), to);
    }

    // ---- what a link does about it

    @Test
    void silenceEndsTheLinkAndALateAnswerIsNobodys() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect(SHORT)) {
            PointGroup group = connection.resolve(scattered(1));
            cpu.script((request, wire) -> {});
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("given up");
            assertDead(connection);
        }
    }

    @Test
    void aRequestThatAloneIsNotAnsweredDoesNotEndTheLink() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer())).granting(2, 240);
                Connection patient = cpu.connect("");
                Connection connection = cpu.connect("requestTimeout=2s")) {
            PointGroup lost = connection.resolve(List.of(DataPoint.of("MB1")));
            PointGroup kept = patient.resolve(scattered(1));
            List<byte[]> late = new CopyOnWriteArrayList<>();
            AtomicBoolean over = new AtomicBoolean();
            cpu.script((request, wire) -> {
                boolean memory = request.frame().get(CotpData.PAYLOAD + 20) == (byte) 0x83;
                if (memory) {
                    late.add(request.answer());
                } else {
                    wire.send(request.answer());
                }
            });
            CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> {
                try {
                    SampleBatch batch = kept.newBatch();
                    while (!over.get()) {
                        patient.read(kept, batch);
                    }
                    return true;
                } catch (ConnectorException e) {
                    throw new AssertionError(e);
                }
            });
            assertThatThrownBy(() -> connection.read(lost, lost.newBatch()))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("others were answered");
            over.set(true);
            assertThat(other.get(60, TimeUnit.SECONDS)).isTrue();
            cpu.sendToAll(late.get(0));
            cpu.script((request, wire) -> wire.send(request.answer()));
            SampleBatch batch = lost.newBatch();
            connection.read(lost, batch);
            assertThat(batch.longAt(0)).isEqualTo(1);
        }
    }

    @Test
    void aBeginningWithoutAnEndIsGivenUpInTime() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect(SHORT)) {
            PointGroup group = connection.resolve(scattered(1));
            cpu.script((request, wire) -> wire.send(Arrays.copyOf(request.answer(), 20)));
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(RequestTimeoutException.class);
            assertDead(connection);
        }
    }

    @Test
    void anIdleLinkThatTheCpuClosesIsNoticed() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            cpu.hangUp();
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(ConnectionLostException.class);
        }
    }

    @Test
    void anIdleLinkThatHasFallenSilentIsNoticedByItsHeartbeat() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("heartbeat=1500ms")) {
            Awaitility.await().atMost(LIMIT).until(() -> cpu.requests() >= 2);
            assertThat(connection.closed().toCompletableFuture()).isNotDone();
            cpu.script((request, wire) -> {});
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("silent for too long");
        }
    }

    @Test
    void anInterruptDoesNoHarmAndIsKept() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(scattered(1));
            SampleBatch batch = group.newBatch();
            Thread.currentThread().interrupt();
            connection.read(group, batch);
            assertThat(Thread.interrupted()).isTrue();
            assertTrue(batch);
        }
    }

    private static void assertDead(Connection connection) {
        assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ConnectorException.class);
        assertThatThrownBy(() -> connection.resolve(scattered(1))).isInstanceOf(ConnectionLostException.class);
    }
}
