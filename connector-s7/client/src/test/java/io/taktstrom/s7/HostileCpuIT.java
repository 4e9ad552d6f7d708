package io.taktstrom.s7;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.RequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A CPU that means no good, or knows no better: what it does costs a status or a call, and never more than was granted. */
@Timeout(120)
class HostileCpuIT {

    private final ConcurrentLinkedQueue<String> notices = new ConcurrentLinkedQueue<>();

    private final ConnectionObserver observer = new ConnectionObserver() {
        @Override
        public void onNotice(String message) {
            notices.add(message);
        }
    };

    /** User data with this payload answers whatever question it was, and says whether more is to come. */
    private static byte[] list(ScriptedCpu.Request request, byte[] payload, boolean more) {
        ByteBuffer in = request.frame();
        int pdu = CotpData.PAYLOAD;
        ByteBuffer out = ByteBuffer.allocate(pdu + 26 + payload.length);
        CotpData.write(out, 0, 26 + payload.length);
        S7Header.write(out, pdu, S7Header.USER_DATA, request.reference(), 12, 4 + payload.length);
        out.putInt(pdu + 10, 0x00011208);
        out.put(pdu + 14, (byte) 0x12);
        out.put(pdu + 15, (byte) (0x80 | (in.get(pdu + 15) & 0x0F)));
        out.put(pdu + 16, in.get(pdu + 16));
        out.put(pdu + 17, (byte) 1);
        out.put(pdu + 19, (byte) (more ? 1 : 0));
        DataItem.write(out, pdu + 22, 0xFF, DataItem.OCTETS, payload.length);
        out.put(pdu + 26, payload);
        return out.array();
    }

    private static boolean isRead(ScriptedCpu.Request request) {
        return request.frame().get(CotpData.PAYLOAD + 1) == S7Header.JOB;
    }

    @Test
    void aListThatComesByteByByteWithoutEndHasADeadline() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(list(request, new byte[1], true)));
                Connection connection = cpu.connect("browseTimeout=300ms")) {
            assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("browse at 127.0.0.1")
                    .hasMessageContaining("browseTimeout");
            assertThatThrownBy(connection::device)
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("identify 127.0.0.1");
            // Readers are not affected.
            cpu.script((request, wire) -> wire.send(request.answer()));
            assertThat(connection.resolve(Scattered.points(1)).statusAt(0)).isEqualTo(StatusCode.GOOD);
        }
    }

    @Test
    void aBrowseOfBlocksThatAreAnsweredSlowlyHasADeadlineAsAWhole() throws Exception {
        byte[] blocks = new byte[4 * 50];
        for (int i = 0; i < 50; i++) {
            ByteBuffer.wrap(blocks).putShort(4 * i, (short) (i + 1));
        }
        AtomicInteger asked = new AtomicInteger();
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                    if (asked.incrementAndGet() > 1) {
                        pause(Duration.ofMillis(40));
                    }
                    wire.send(list(request, asked.get() == 1 ? blocks : new byte[78], false));
                });
                Connection connection = cpu.connect("browseTimeout=300ms");
                BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
            assertThatThrownBy(() -> cursor.next(1000))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("browseTimeout");
        }
        assertThat(asked.get()).isLessThan(50);
    }

    /** As long as a slow device takes. */
    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            java.util.concurrent.locks.LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    @Test
    void whatAListMayHoldIsGrantedAndGivenBack() throws Exception {
        AtomicInteger pieces = new AtomicInteger();
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) ->
                        wire.send(list(request, new byte[200], pieces.incrementAndGet() % 40 != 0)));
                Connection connection = cpu.connect("maxMemory=20KiB")) {
            for (int round = 0; round < 20; round++) {
                try (BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
                    assertThat(cursor).isNotNull();
                }
            }
        }
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(list(request, new byte[200], true)));
                Connection connection = cpu.connect("maxMemory=20KiB")) {
            for (int round = 0; round < 20; round++) {
                assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                        .isInstanceOf(DeviceErrorException.class)
                        .hasMessageContaining("maxMemory");
            }
        }
    }

    @Test
    void anItemOfAnotherLengthFailsAloneWithDeviceItemAndRemedy() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(shortened(request, 200)));
                Connection connection = cpu.connect("", observer)) {
            PointGroup group = connection.resolve(
                    List.of(DataPoint.of("DB1.DBB0"), DataPoint.of("DB1.DBD200"), DataPoint.of("DB1.DBB400")));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(List.of(
                            StatusCode.name(batch.statusAt(0)),
                            StatusCode.name(batch.statusAt(1)),
                            StatusCode.name(batch.statusAt(2))))
                    .containsExactly("Good", "Bad_DecodingError", "Good");
            assertThat(batch.longAt(2)).isEqualTo(400 & 0xFF);
        }
        assertThat(notices)
                .singleElement()
                .asString()
                .startsWith("read DB1.DBD200 at 127.0.0.1:")
                .contains("another number of bytes");
    }

    /** The item at this byte comes with two bytes, whatever was asked for. */
    private static byte[] shortened(ScriptedCpu.Request request, int address) {
        byte[] whole = request.answer();
        ByteBuffer in = ByteBuffer.wrap(whole);
        ByteBuffer out = ByteBuffer.allocate(whole.length).put(whole);
        int from = ReadVar.firstItem(CotpData.PAYLOAD);
        int to = from;
        for (int i = 0; i < request.items(); i++) {
            int next = Math.min(whole.length, ReadVar.next(in, from));
            boolean odd = (whole[from + 4] & 0xFF) == (address & 0xFF) && next - from == 8;
            int bytes = odd ? 6 : next - from;
            out.put(to, whole, from, bytes);
            if (odd) {
                DataItem.write(out, to, 0xFF, DataItem.BYTE, 2);
            }
            to += bytes;
            from = next;
        }
        out.putShort(2, (short) to).putShort(CotpData.PAYLOAD + 8, (short) (to - ReadVar.firstItem(CotpData.PAYLOAD)));
        return Arrays.copyOf(out.array(), to);
    }

    @Test
    void aDeviceThatAnswersOneItemOfAWriteGetsTheOthersAgainOneByOne() throws Exception {
        List<Integer> written = new ArrayList<>();
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer())).granting(8, 480);
                Connection connection = cpu.connect("", observer)) {
            List<DataPoint> points = new ArrayList<>();
            for (int i = 0; i < 13; i++) {
                points.add(DataPoint.of("DB1:" + 200 * i + ":USINT").withWritable());
            }
            PointGroup group = connection.resolve(points);
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            cpu.script((request, wire) -> {
                synchronized (written) {
                    written.add(request.items());
                }
                byte[] answer = Arrays.copyOf(request.written(), CotpData.PAYLOAD + ReadVar.ANSWER_BYTES + 1);
                ByteBuffer.wrap(answer)
                        .putShort(2, (short) answer.length)
                        .putShort(CotpData.PAYLOAD + 8, (short) 1)
                        .put(CotpData.PAYLOAD + S7Header.ANSWER_BYTES + 1, (byte) 1);
                wire.send(answer);
            });
            int[] statuses = new int[13];
            connection.write(group, batch, statuses);
            assertThat(statuses).containsOnly(StatusCode.GOOD);
            assertThat(written).hasSize(13).startsWith(13, 1).endsWith(1);
            written.clear();
            connection.write(group, batch, statuses);
            assertThat(written).containsOnly(1).hasSize(13);
        }
        assertThat(notices)
                .singleElement()
                .asString()
                .startsWith("write at 127.0.0.1:")
                .endsWith("Set maxItems=1");
    }

    @Test
    void aWriteThatIsNotAnsweredAtAllSaysWhereAndWhatToDo() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            PointGroup group =
                    connection.resolve(List.of(DataPoint.of("DB1:0:USINT").withWritable()));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            cpu.script((request, wire) -> {
                byte[] answer = Arrays.copyOf(request.written(), CotpData.PAYLOAD + ReadVar.ANSWER_BYTES);
                ByteBuffer.wrap(answer)
                        .putShort(2, (short) answer.length)
                        .putShort(CotpData.PAYLOAD + 8, (short) 0)
                        .put(CotpData.PAYLOAD + S7Header.ANSWER_BYTES + 1, (byte) 0);
                wire.send(answer);
            });
            assertThatThrownBy(() -> connection.write(group, batch, new int[1]))
                    .hasMessageContaining("127.0.0.1:")
                    .hasMessageContaining("maxItems");
        }
    }

    @Test
    void aDeviceThatFindsFaultWithAnotherPointEachTimeDoesNotKeepTheCaller() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            List<DataPoint> points = new ArrayList<>();
            for (int block = 1; block <= 40; block++) {
                points.add(DataPoint.of("DB" + block + ".DBB0"));
                points.add(DataPoint.of("DB" + block + ".DBB1"));
            }
            PointGroup group = connection.resolve(points);
            SampleBatch batch = group.newBatch();
            cpu.script((request, wire) -> {
                reads.incrementAndGet();
                wire.send(firstItemOfTwoBytesIsBad(request));
            });
            connection.read(group, batch);
            assertThat(batch.size()).isEqualTo(80);
            assertThat(reads.get()).isLessThan(80);
        }
    }

    /** Of each request, the first item that is shared by two points is refused. */
    private static byte[] firstItemOfTwoBytesIsBad(ScriptedCpu.Request request) {
        byte[] whole = request.answer();
        ByteBuffer in = ByteBuffer.wrap(whole);
        ByteBuffer out = ByteBuffer.allocate(whole.length);
        out.put(0, whole, 0, ReadVar.firstItem(CotpData.PAYLOAD));
        int from = ReadVar.firstItem(CotpData.PAYLOAD);
        int to = from;
        boolean done = false;
        for (int i = 0; i < request.items(); i++) {
            int next = Math.min(whole.length, ReadVar.next(in, from));
            boolean bad = !done && DataItem.bytes(in, from) == 2;
            done |= bad;
            out.put(to, whole, from, bad ? 4 : next - from);
            if (bad) {
                DataItem.write(out, to, 0x05, 0, 0);
            }
            to += bad ? 4 : next - from;
            from = next;
        }
        out.putShort(2, (short) to).putShort(CotpData.PAYLOAD + 8, (short) (to - ReadVar.firstItem(CotpData.PAYLOAD)));
        return Arrays.copyOf(out.array(), to);
    }

    /** Bytes changed at random: each call ends in its time, with an answer or a typed error, and the process goes on. */
    @Test
    void answersChangedAtRandomEndInAStatusOrATypedError() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 60; round++) {
            long roundSeed = random.nextLong();
            SplittableRandom changes = new SplittableRandom(roundSeed);
            try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(
                            isRead(request)
                                    ? changed(request.answer(), changes)
                                    : changed(
                                            list(request, new byte[changes.nextInt(60)], changes.nextBoolean()),
                                            changes)));
                    Connection connection = cpu.connect("requestTimeout=200ms&browseTimeout=400ms")) {
                for (int i = 0; i < 5; i++) {
                    attempt(() -> connection.resolve(Scattered.points(6)), roundSeed);
                    attempt(() -> connection.browse(BrowseFilter.ALL).next(50), roundSeed);
                    attempt(connection::device, roundSeed);
                }
            }
        }
    }

    @FunctionalInterface
    private interface Call {
        Object call() throws ConnectorException;
    }

    private static void attempt(Call call, long seed) {
        try {
            assertThat(call.call()).isNotNull();
        } catch (ConnectorException e) {
            assertThat(e.getMessage()).as("seed %d", seed).isNotBlank();
        }
    }

    private static byte[] changed(byte[] frame, SplittableRandom random) {
        for (int i = random.nextInt(3); i > 0; i--) {
            // The length of the frame stays: else the rest of the stream is waited for, which is another test.
            frame[random.nextInt(4, frame.length)] = (byte) random.nextInt();
        }
        return frame;
    }

    @Test
    void aCpuThatOffersMoreThanWeAskedForGetsNoMore() throws Exception {
        try (ScriptedCpu cpu =
                        new ScriptedCpu((request, wire) -> wire.send(request.answer())).granting(65_535, 65_535);
                Connection connection = cpu.connect("systemLists=false")) {
            assertThat(connection.device().details())
                    .containsEntry("pdu", "960")
                    .containsEntry("maxInFlight", "8");
        }
    }
}
