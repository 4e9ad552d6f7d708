package io.taktstrom.ads.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.AdsConnection;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.AdsFault;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.spi.Connection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A PLC that changes under the connector: variables move, handles die, the port goes. Each variable of the model holds its
 * own number plus a multiple of a thousand, so a value that is another variable's shows.
 */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsOnlineChangeIT {

    private static final int POINTS = 300;

    @AutoClose
    private TestPlc plc;

    @BeforeEach
    void start() throws IOException {
        plc = TestPlc.of(AdsModel.dints(POINTS));
    }

    /** Whether all are good; each good one must be its own. */
    private static boolean allGoodNoneWrong(List<Object> values) {
        for (int i = 0; i < POINTS; i++) {
            if (values.get(i) instanceof Long value) {
                assertThat(value % 1000).as("MAIN.v" + i).isEqualTo(i);
            }
        }
        return values.stream().allMatch(Long.class::isInstance);
    }

    private FutureTask<Integer> onlineChanges(int count) {
        FutureTask<Integer> changes = new FutureTask<>(() -> {
            for (int i = 0; i < count; i++) {
                Map<String, Long> before = plc.simulator().requests();
                plc.simulator().onlineChange();
                while (plc.simulator().requests().equals(before)) {
                    Thread.onSpinWait();
                }
            }
            return count;
        });
        new Thread(changes, "programmer").start();
        return changes;
    }

    private static void awaitGood(Connection connection, PointGroup group) {
        await().until(() -> allGoodNoneWrong(TestPlc.read(connection, group)));
    }

    // ---- reading

    @Test
    void afterAnOnlineChangeAReadIsNeverWrong() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, TestPlc.names(POINTS));
        for (int i = 0; i < 10; i++) {
            plc.simulator().onlineChange();
            awaitGood(connection, group);
            assertThat(TestPlc.read(connection, group)).isEqualTo(TestPlc.dints(POINTS));
        }
    }

    @Test
    void afterAnOnlineChangeAReadOfOnePointIsNeverWrong() throws Exception {
        for (String sums : List.of("maxSumCommands=500", "maxSumCommands=1")) {
            Connection connection = plc.connect(sums);
            PointGroup group = TestPlc.resolve(connection, "MAIN.v3");
            for (int i = 0; i < 10; i++) {
                plc.simulator().onlineChange();
                await().until(() -> {
                    Object value = TestPlc.read(connection, group).get(0);
                    assertThat(value).isIn(3L, "Bad_OutOfService");
                    return value.equals(3L);
                });
            }
        }
    }

    @Test
    void whileOnlineChangesHappenAReadIsNeverWrong() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, TestPlc.names(POINTS));
        FutureTask<Integer> changes = onlineChanges(200);
        while (!changes.isDone()) {
            allGoodNoneWrong(TestPlc.read(connection, group));
        }
        assertThat(changes.get()).isEqualTo(200);
        awaitGood(connection, group);
    }

    @Test
    void anOnlineChangeDuringTheUploadSpoilsNoAddress() throws Exception {
        for (int table : List.of(IndexGroup.UPLOAD_SIZES, IndexGroup.SYMBOL_UPLOAD, IndexGroup.DATA_TYPE_UPLOAD)) {
            try (AdsRelay relay = new AdsRelay(plc.simulator())) {
                relay.edit((group, answer) -> {
                    if (group == table) {
                        plc.simulator().onlineChange();
                    }
                    return answer;
                });
                Connection connection = plc.connect(TestPlc.at(relay.uri()));
                PointGroup group = TestPlc.resolve(connection, TestPlc.names(POINTS));
                relay.edit(AdsRelay::same);
                awaitGood(connection, group);
            }
        }
    }

    // ---- writing

    /** What protects a write: the handle, or where the device gives none, the symbol version. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterAnOnlineChangeAWriteHitsNoOtherVariable(boolean handles) throws Exception {
        refuseHandles(!handles);
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, TestPlc.names(POINTS));
        for (int i = 1; i <= 5; i++) {
            // In the first round nothing has been written before; in the others the change comes between two writes.
            plc.simulator().onlineChange();
            assertThat(write(connection, group, i)).containsOnly(StatusCode.BAD_OUT_OF_SERVICE);
            assertOnlyOwnValues();
            assertThat(write(connection, group, i)).containsOnly(StatusCode.GOOD);
            assertOnlyOwnValues();
        }
    }

    @Test
    void whileOnlineChangesHappenAWriteHitsNoOtherVariable() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, TestPlc.names(POINTS));
        FutureTask<Integer> changes = onlineChanges(200);
        for (int i = 1; !changes.isDone(); i++) {
            write(connection, group, i % 1000);
            assertOnlyOwnValues();
        }
        assertThat(changes.get()).isEqualTo(200);
    }

    @Test
    void afterAnOnlineChangeAWriteByNameHitsNoOtherVariable() throws Exception {
        AdsConnection connection = plc.connect();
        for (int i = 1; i <= 10; i++) {
            plc.simulator().onlineChange();
            ByteBuffer value = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
            connection.write("MAIN.v3", value.putInt(0, 1000 * i + 3));
            assertThat(plc.simulator().get("MAIN.v3")).isEqualTo(1000L * i + 3);
            assertOnlyOwnValues();
        }
    }

    private void refuseHandles(boolean refuse) {
        if (refuse) {
            plc.simulator()
                    .faults()
                    .add(new DeviceFault.Refuse(
                            FaultScope.groups(IndexGroup.HANDLE_BY_NAME, IndexGroup.HANDLE_BY_NAME), 0x701));
        }
    }

    private static int[] write(Connection connection, PointGroup group, int thousands) throws Exception {
        SampleBatch batch = group.newBatch();
        for (int i = 0; i < POINTS; i++) {
            Values.put(batch, i, 1000L * thousands + i);
        }
        int[] statuses = new int[POINTS];
        connection.write(group, batch, statuses);
        return statuses;
    }

    private void assertOnlyOwnValues() {
        for (int i = 0; i < POINTS; i++) {
            assertThat(plc.simulator().get("MAIN.v" + i, Long.class) % 1000)
                    .as("MAIN.v" + i)
                    .isEqualTo(i);
        }
    }

    // ---- by handle

    @Test
    void handlesThatAnOnlineChangeKilledAreOpenedAnew() throws Exception {
        giveNothingButHandles();
        Connection connection = plc.connect();
        PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v3").withType(ScalarType.DINT)));
        assertThat(TestPlc.read(connection, group)).containsExactly(3L);
        plc.simulator().onlineChange();
        assertThat(TestPlc.read(connection, group)).containsExactly("Bad_OutOfService");
        assertThat(TestPlc.read(connection, group)).containsExactly(3L);
        plc.simulator().download();
        assertThat(TestPlc.read(connection, group).get(0)).isIn("Bad_OutOfService", "Bad_NodeIdUnknown", 3L);
        await().until(() -> TestPlc.read(connection, group).equals(List.of(3L)));
    }

    private void giveNothingButHandles() {
        plc.simulator().faults().add(AdsFault.noUploads());
        plc.simulator()
                .faults()
                .add(new DeviceFault.Refuse(
                        FaultScope.groups(IndexGroup.SYMBOL_BY_NAME, IndexGroup.SYMBOL_BY_NAME), 0x701));
    }
}
