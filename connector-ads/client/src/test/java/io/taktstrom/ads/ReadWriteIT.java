package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.DeviceErrorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class ReadWriteIT {

    private static final int READ = 2;
    private static final int WRITE = 3;
    private static final int READ_WRITE = 9;

    private static SampleBatch read(Connection connection, PointGroup group) throws Exception {
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(batch.size()).isEqualTo(group.size());
        for (int i = 0; i < batch.size(); i++) {
            assertThat(batch.pointAt(i)).isEqualTo(i);
        }
        return batch;
    }

    private static List<Request> sums(ScriptedPeer peer, int group) {
        return peer.requests(READ_WRITE).stream()
                .filter(request -> request.group() == group)
                .toList();
    }

    @Test
    void onePointIsAPlainRead() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc().dints(5));
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v3")));
            SampleBatch batch = read(connection, group);
            assertThat(group.typeAt(0)).isEqualTo(ScalarType.DINT);
            assertThat(batch.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(batch.longAt(0)).isEqualTo(3);
            assertThat(batch.sourceTimeAt(0)).isEqualTo(SampleBatch.NO_TIME);
            assertThat(batch.receivedAt()).isNotEqualTo(SampleBatch.NO_TIME);
            assertThat(sums(peer, 0xF080)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 500, 2", "1001, 500, 3", "7, 3, 3", "5000, 5000, 1", "499, 500, 1"})
    void aGroupIsSplitAtTheNumberOfSumCommands(int points, int perSum, int requests) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc().dints(points));
                Connection connection = peer.connect("maxFrameBytes=1000000&maxSumCommands=" + perSum)) {
            PointGroup group = connection.resolve(SmallPlc.points(points));
            SampleBatch batch = read(connection, group);
            for (int i = 0; i < points; i++) {
                assertThat(batch.longAt(i)).isEqualTo(i);
            }
            long plain = peer.requests(READ).stream()
                    .filter(request -> request.group() == 0x4040)
                    .count();
            assertThat(sums(peer, 0xF080).size() + plain).isEqualTo(requests);
        }
    }

    @Test
    void aGroupIsSplitAtTheFrameSize() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc().dints(300));
                Connection connection = peer.connect("maxFrameBytes=1024")) {
            SampleBatch batch = read(connection, connection.resolve(SmallPlc.points(300)));
            assertThat(batch.longAt(299)).isEqualTo(299);
            assertThat(sums(peer, 0xF080))
                    .hasSizeGreaterThan(1)
                    .allSatisfy(request -> assertThat(request.frame().limit()).isLessThanOrEqualTo(1024));
        }
    }

    @Test
    void aBadPointAmongGoodOnesHasItsStatusAndTheOthersTheirValues() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc().dints(5));
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of("MAIN.nope"),
                    DataPoint.of("main.V1"),
                    DataPoint.of("0x4040:0x8:DINT"),
                    DataPoint.of("16448:99:DINT"),
                    DataPoint.of("0x4040:4"),
                    DataPoint.of("4294967296:4:DINT"),
                    DataPoint.of("MAIN.v4").withType(ScalarType.INT),
                    DataPoint.of("0x4040:12").withType(ScalarType.DINT)));
            SampleBatch batch = read(connection, group);
            assertThat(statuses(batch))
                    .containsExactly(
                            "Bad_NodeIdUnknown",
                            "Good",
                            "Good",
                            "Bad_NodeIdInvalid",
                            "Bad_ConfigurationError",
                            "Bad_NodeIdInvalid",
                            "Bad_TypeMismatch",
                            "Good");
            assertThat(batch.longAt(1)).isEqualTo(1);
            assertThat(batch.longAt(2)).isEqualTo(2);
            assertThat(batch.longAt(7)).isEqualTo(3);
        }
    }

    private static List<String> statuses(SampleBatch batch) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            names.add(StatusCode.name(batch.statusAt(i)));
        }
        return names;
    }

    @ParameterizedTest
    @ValueSource(ints = {0x701, 0x702})
    void aDeviceWithoutSumCommandsIsAskedOneByOneFromThenOn(int refusal) throws Exception {
        SmallPlc plc = new SmallPlc().dints(20);
        ScriptedPeer.Notices notices = new ScriptedPeer.Notices();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    boolean sum = request.command() == READ_WRITE && request.group() >= 0xF080;
                    wire.send(sum ? request.result(refusal) : plc.answer(request));
                });
                Connection connection = peer.connect("", notices)) {
            PointGroup group = connection.resolve(SmallPlc.points(20));
            for (int round = 0; round < 3; round++) {
                assertThat(read(connection, group).longAt(19)).isEqualTo(19);
            }
            SampleBatch values = group.newBatch();
            Values.put(values, 4, 44);
            Values.put(values, 5, 55);
            int[] statuses = new int[2];
            connection.write(group, values, statuses);
            assertThat(statuses).containsOnly(StatusCode.GOOD);
            assertThat(plc.get(16)).isEqualTo(44);
            assertThat(sums(peer, 0xF080)).hasSize(1);
            assertThat(sums(peer, 0xF081)).isEmpty();
            assertThat(notices.all)
                    .filteredOn(text -> text.contains("no sum commands"))
                    .hasSize(1);
        }
    }

    @Test
    void samplesAreWrittenTogetherAndOnlyWhereThatIsAllowed() throws Exception {
        SmallPlc plc = new SmallPlc().dints(10);
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("maxSumCommands=3")) {
            List<DataPoint> points = new ArrayList<>(SmallPlc.points(8));
            points.add(DataPoint.of("MAIN.v8"));
            points.add(DataPoint.of("MAIN.nope").withWritable());
            PointGroup group = connection.resolve(points);
            SampleBatch values = new SampleBatch(20, 100);
            values.reset(group, SampleBatch.NO_TIME, 0);
            for (int i = 0; i < 10; i++) {
                Values.put(values, i, 100 + i);
            }
            values.add(0, SampleBatch.NO_TIME, 0, 7777);
            values.add(1, SampleBatch.NO_TIME, 0, 1L << 40);
            int[] statuses = new int[12];
            connection.write(group, values, statuses);
            for (int i = 0; i < 8; i++) {
                assertThat(statuses[i]).isEqualTo(StatusCode.GOOD);
            }
            assertThat(statuses[8]).isEqualTo(StatusCode.BAD_NOT_WRITABLE);
            assertThat(statuses[9]).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
            assertThat(statuses[10]).isEqualTo(StatusCode.GOOD);
            assertThat(statuses[11]).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
            assertThat(plc.get(0)).isEqualTo(7777);
            assertThat(plc.get(4)).isEqualTo(101);
            assertThat(plc.get(32)).isEqualTo(8);
            assertThat(sums(peer, 0xF081)).hasSize(3);
        }
    }

    /** What the codes are that follow an online change: symbol version, notification handle, symbol not active. */
    @ParameterizedTest
    @ValueSource(ints = {0x711, 0x714, 0x722})
    void aCodeThatSaysThatVariablesMovedVoidsWhatWasResolved(int code) throws Exception {
        SmallPlc plc = new SmallPlc().dints(3);
        boolean[] moved = {false};
        ScriptedPeer.Notices notices = new ScriptedPeer.Notices();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    boolean value = request.command() == READ && request.group() == 0x4040;
                    wire.send(value && moved[0] ? request.result(code) : plc.answer(request));
                });
                Connection connection = peer.connect("maxSumCommands=1", notices)) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v1"), DataPoint.of("0x4040:8:DINT")));
            assertThat(read(connection, group).longAt(0)).isEqualTo(1);
            int lookups = sums(peer, 0xF009).size();
            moved[0] = true;
            SampleBatch stale = read(connection, group);
            assertThat(stale.statusAt(0)).isEqualTo(StatusCode.BAD_OUT_OF_SERVICE);
            moved[0] = false;
            SampleBatch fresh = read(connection, group);
            assertThat(fresh.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(fresh.longAt(0)).isEqualTo(1);
            assertThat(sums(peer, 0xF009)).hasSize(lookups + 1);
            assertThat(notices.all).anyMatch(text -> text.contains("variables may have moved"));
        }
    }

    @Test
    void whereNamesAreUnknownAHandleIsOpenedAndGivenBack() throws Exception {
        SmallPlc plc = new SmallPlc();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        switch (request.command() == READ_WRITE || request.command() == READ ? request.group() : 0) {
                            case 0xF003 -> request.value(77);
                            case 0xF005 -> request.offset() == 77 ? request.value(123) : request.result(0x703);
                            default -> plc.answer(request);
                            case 0xF009 -> request.result(0x701);
                        }));
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(
                    List.of(DataPoint.of("MAIN.x").withType(ScalarType.DINT), DataPoint.of("MAIN.y")));
            SampleBatch batch = read(connection, group);
            assertThat(batch.longAt(0)).isEqualTo(123);
            assertThat(batch.statusAt(1)).isEqualTo(StatusCode.BAD_CONFIGURATION_ERROR);
            int before = peer.requests(WRITE).size();
            group.close();
            assertThat(peer.requests(WRITE)).hasSize(before + 1);
            assertThat(peer.requests(WRITE).get(before).group()).isEqualTo(0xF006);
        }
    }

    @Test
    void theCommandsThemselvesCanBeUsed() throws Exception {
        SmallPlc plc = new SmallPlc().dints(4);
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                AdsConnection connection = AdsConnection.of(peer.connect(""))) {
            ByteBuffer into = Request.little(8);
            connection.read(0x4040, 8, into.limit(4));
            assertThat(into.position()).isEqualTo(4);
            assertThat(into.getInt(0)).isEqualTo(2);
            into.clear();
            connection.read("MAIN.v3", into);
            assertThat(into.position()).isEqualTo(4);
            assertThat(into.getInt(0)).isEqualTo(3);
            connection.write("MAIN.v3", Request.little(4).putInt(0, 33));
            assertThat(plc.get(12)).isEqualTo(33);
            connection.write(0x4040, 0, Request.little(4).putInt(0, -5));
            assertThat(plc.get(0)).isEqualTo(-5);
            assertThat(connection.readState()).isEqualTo(new AdsConnection.State(5, 0));
            assertThat(connection.readDeviceInfo()).isEqualTo(new AdsConnection.Device("Small PLC", 3, 1, 4024));
            connection.writeControl(6, 0, Request.little(0));
            assertThatExceptionOfType(DeviceErrorException.class)
                    .isThrownBy(() -> connection.read(0x4040, 4000, Request.little(4)))
                    .withMessage("read 0x4040:0xfa0 at 5.1.2.3.1.1:851: 0x703 invalid index offset; check the address")
                    .matches(e -> e.nativeCode() == 0x703);
            assertThatExceptionOfType(DeviceErrorException.class).isThrownBy(() -> connection.openHandle("MAIN.v3"));
        }
    }
}
