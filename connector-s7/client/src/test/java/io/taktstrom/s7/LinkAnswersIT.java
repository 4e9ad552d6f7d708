package io.taktstrom.s7;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What comes back from a CPU that does as it likes: in pieces, twice, cut short, or of another request. */
@Timeout(120)
class LinkAnswersIT {

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
            PointGroup group = connection.resolve(Scattered.points(5));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            Scattered.assertGood(batch);
        }
    }

    @Test
    void aWrongAddressAndAWrongTypeAtARightOneAreToldApart() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of("DBfoo"),
                    DataPoint.of("DB1.DBX0.0").withType(ScalarType.REAL),
                    DataPoint.of("DB1.DBD4:REAL").withType(ScalarType.DINT)));
            assertThat(IntStream.range(0, 3).map(group::statusAt))
                    .containsExactly(
                            StatusCode.BAD_NODE_ID_INVALID, StatusCode.BAD_TYPE_MISMATCH, StatusCode.BAD_TYPE_MISMATCH);
        }
    }

    @Test
    void putGetRefusedIsSaidWithTheRemedyAlsoWithoutAReference() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.refusal(0, 0x8104)));
                Connection connection = cpu.connect("")) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> connection.resolve(Scattered.points(1)))
                        .isInstanceOfSatisfying(DeviceErrorException.class, e -> {
                            assertThat(e.nativeCode()).isEqualTo(0x8104);
                            assertThat(e.status()).isEqualTo(StatusCode.BAD_USER_ACCESS_DENIED);
                        })
                        .hasMessageContaining("PUT/GET");
            }
        }
    }

    @Test
    void anAnswerThatMatchesNoRequestEndsTheLink() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(Scattered.points(1));
            cpu.script((request, wire) -> {
                byte[] answer = request.answer();
                ByteBuffer.wrap(answer).putShort(11, (short) (request.reference() + 7));
                wire.send(answer);
            });
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("matches no request");
            Scattered.assertDead(connection);
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
                PointGroup group = connection.resolve(Scattered.points(1));
                assertThat(group.statusAt(0)).isEqualTo(StatusCode.GOOD);
            } catch (ConnectorException e) {
                assertThat(e).hasMessageContaining("matches no request");
            }
            Scattered.assertDead(connection);
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
            PointGroup group = connection.resolve(Scattered.points(3));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            Scattered.assertGood(batch);
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
                PointGroup group = connection.resolve(Scattered.points(2));
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
                Scattered.assertDead(connection);
            }
            length = whole.get();
        }
    }

    @Test
    void anAnswerToAWriteCutShortAnywhereIsMalformed() throws Exception {
        int length = 0;
        for (int cut = CotpData.PAYLOAD + 1; length == 0 || cut < length; cut++) {
            int keep = cut;
            AtomicInteger whole = new AtomicInteger();
            try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                    Connection connection = cpu.connect("")) {
                PointGroup group =
                        connection.resolve(List.of(DataPoint.of("DB1.DBW0:INT").withWritable()));
                SampleBatch batch = group.newBatch();
                connection.read(group, batch);
                cpu.script((request, wire) -> {
                    byte[] answer = request.written();
                    whole.set(answer.length);
                    byte[] part = Arrays.copyOf(answer, keep);
                    part[3] = (byte) keep;
                    wire.send(part);
                });
                assertThatThrownBy(() -> connection.write(group, batch, new int[1]))
                        .as("%s bytes", keep)
                        .isInstanceOf(MalformedFrameException.class);
                Scattered.assertDead(connection);
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
            assertThatThrownBy(() -> connection.resolve(Scattered.points(40)))
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
}
