package io.taktstrom.s7.contract;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.s7.S7Provider;
import io.taktstrom.s7.simulator.S7Counter;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What people run into with S7 CPUs, and what they are told to check. */
@Timeout(120)
class TroubleIT {

    private static final S7Model MODEL = S7Model.parse("""
            limits: {pduBytes: 480, jobs: 3, connections: 1}
            blocks:
              DB1: {bytes: 64}
              DB2: {bytes: 64, optimized: true}
            points:
              text: {address: "DB1.DBB0:STRING(10)", value: Takt}
              bits: {address: DB1.DBB20, value: 165}
            """);

    private final List<String> notices = new CopyOnWriteArrayList<>();

    @AutoClose
    private S7Simulator cpu;

    @BeforeEach
    void start() throws IOException {
        cpu = S7Simulator.builder().model(MODEL).start();
    }

    private Connection connect(String uri) throws ConnectorException {
        S7Provider provider = new S7Provider();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        return provider.connect(
                provider.descriptor().parse(uri), new ConnectContext(EpochNanoClock.system(), observer));
    }

    private Connection connect() throws ConnectorException {
        return connect(cpu.endpointUri());
    }

    private static List<DataPoint> points(String... addresses) {
        return List.of(addresses).stream()
                .map(address -> DataPoint.of(address).withWritable())
                .toList();
    }

    @Test
    void putGetThatIsNotPermittedIsToldWithWhereToPermitIt() throws Exception {
        cpu.setAccess(new CpuAccess(false, CpuAccess.Protection.NONE, ""));
        try (Connection connection = connect()) {
            assertThatThrownBy(() -> connection.resolve(points("DB1.DBW0")))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("0x8104")
                    .hasMessageContaining("PUT/GET");
        }
    }

    @Test
    void anOptimisedBlockIsToldAndTheOthersAreRead() throws Exception {
        try (Connection connection = connect()) {
            PointGroup group = connection.resolve(points("DB2.DBW0", "DB1.DBB20"));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(StatusCode.name(batch.statusAt(0))).isEqualTo("Bad_NodeIdUnknown");
            assertThat(batch.longAt(1)).isEqualTo(0xA5);
            assertThat(notices).singleElement().asString().contains("DB2.DBW0", "0x0A", "Optimized block access");
        }
    }

    @Test
    void aProtectionLevelIsToldOnReadingAndTheStatusOfWhatIsWritten() throws Exception {
        cpu.setAccess(new CpuAccess(true, CpuAccess.Protection.WRITE, "secret"));
        try (Connection connection = connect()) {
            PointGroup group = connection.resolve(points("DB1.DBB20"));
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, 1);
            int[] statuses = new int[1];
            connection.write(group, batch, statuses);
            assertThat(StatusCode.name(statuses[0])).isEqualTo("Bad_UserAccessDenied");
            cpu.setAccess(new CpuAccess(true, CpuAccess.Protection.READ_AND_WRITE, "secret"));
            assertThatThrownBy(() -> connection.read(group, batch))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("protection level");
        }
        assertThat(cpu.get("bits")).isEqualTo(0xA5L);
    }

    @Test
    void aPasswordOpensWhatIsProtected() throws Exception {
        cpu.setAccess(new CpuAccess(true, CpuAccess.Protection.READ_AND_WRITE, "secret"));
        try (Connection connection = connect()) {
            assertThatThrownBy(() -> connection.resolve(points("DB1.DBB20")))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("option password");
        }
        Awaitility.await().until(() -> cpu.openConnections() == 0);
        try (Connection connection = connect(cpu.endpointUri() + "&password=secret")) {
            PointGroup group = connection.resolve(points("DB1.DBB20"));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(batch.longAt(0)).isEqualTo(0xA5);
            batch.clear();
            Values.put(batch, 0, 1);
            int[] statuses = new int[1];
            connection.write(group, batch, statuses);
            assertThat(statuses[0]).isEqualTo(StatusCode.GOOD);
        }
        assertThat(cpu.get("bits")).isEqualTo(1L);
    }

    @Test
    void aWrongPasswordIsToldButNotWhichItWas() {
        cpu.setAccess(new CpuAccess(true, CpuAccess.Protection.WRITE, "secret"));
        assertThatThrownBy(() -> connect(cpu.endpointUri() + "&password=guess"))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("0xD602 wrong password")
                .hasMessageNotContaining("guess");
    }

    @Test
    void aWrongSlotIsToldWithTheUsualOnes() {
        assertThatThrownBy(() -> connect(cpu.endpointUri().replace("slot=1", "slot=2")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("address unknown")
                .hasMessageContaining("rack and slot");
    }

    @Test
    void aCpuWithoutAConnectionLeftIsToldAndOneThatIsGivenBackIsThereAtOnce() throws Exception {
        try (Connection first = connect()) {
            // Another type of connection is another link, beyond the limit.
            String other = cpu.endpointUri() + "&connectionType=pg";
            assertThatThrownBy(() -> connect(other))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("too many connections")
                    .hasMessageContaining("connectionType pg, op or basic")
                    .hasMessageNotContaining("rack and slot");
            try (Connection shared = connect()) {
                shared.device();
            }
            assertThat(first.closed().toCompletableFuture()).isNotDone();
        }
        Awaitility.await().until(() -> cpu.openConnections() == 0);
        try (Connection next = connect()) {
            next.device();
        }
        assertThat(cpu.count(S7Counter.PROTOCOL_ERRORS)).isZero();
    }

    /** After a download of another configuration, say: the plans of before would be too large. */
    @Test
    void aPduThatIsSmallerAfterARestartIsKept() throws Exception {
        List<DataPoint> points = points("DB1.DBB0:BYTE[64]", "MB0:BYTE[400]", "DB1.DBB20");
        try (Connection before = connect()) {
            assertThat(before.device().details()).containsEntry("pdu", "480").containsEntry("maxInFlight", "3");
            before.read(before.resolve(points), before.resolve(points).newBatch());
        }
        cpu.setLimits(new CpuLimits(128, 1, 2, 1));
        cpu.restart();
        Awaitility.await().until(() -> cpu.openConnections() == 0);
        try (Connection after = connect(cpu.endpointUri() + "&maxItems=2")) {
            assertThat(after.device().details()).containsEntry("pdu", "128").containsEntry("maxInFlight", "1");
            PointGroup group = after.resolve(points);
            SampleBatch batch = group.newBatch();
            after.read(group, batch);
            assertThat(StatusCode.name(batch.statusAt(1))).isEqualTo("Good");
            assertThat(batch.longAt(2)).isEqualTo(0xA5);
        }
        assertThat(cpu.count(S7Counter.DROPPED_JOBS)).isZero();
        assertThat(cpu.count(S7Counter.MOST_JOBS)).isLessThanOrEqualTo(3);
    }

    @Test
    void aWrongAddressAndAWrongTypeCostTheirPointAlone() throws Exception {
        try (Connection connection = connect()) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of("DB1.DBQ4"),
                    DataPoint.of("DB1.DBW20:INT").withType(ScalarType.REAL),
                    DataPoint.of("DB1.DBB20")));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(StatusCode.name(batch.statusAt(0))).isEqualTo("Bad_NodeIdInvalid");
            assertThat(StatusCode.name(batch.statusAt(1))).isEqualTo("Bad_TypeMismatch");
            assertThat(batch.longAt(2)).isEqualTo(0xA5);
            assertThat(notices)
                    .anySatisfy(notice -> assertThat(notice).contains("column 7"))
                    .anySatisfy(notice -> assertThat(notice).contains("INT", "REAL", "leave one of them out"));
        }
    }

    @Test
    void aStringLongerThanItsMaximumIsNotWrittenAndTheMaximumStays() throws Exception {
        cpu.set("DB1.DBB0", 5);
        try (Connection connection = connect()) {
            PointGroup group = connection.resolve(points("DB1.DBB0:STRING(10)"));
            SampleBatch batch = group.newBatch();
            int[] statuses = new int[1];
            Values.put(batch, 0, "toolong");
            connection.write(group, batch, statuses);
            assertThat(StatusCode.name(statuses[0])).isEqualTo("Bad_OutOfRange");
            assertThat(cpu.get("text")).isEqualTo("Takt");
            batch.clear();
            Values.put(batch, 0, "five5");
            connection.write(group, batch, statuses);
            assertThat(statuses[0]).isEqualTo(StatusCode.GOOD);
            assertThat(cpu.get("DB1.DBB0")).isEqualTo(5L);
            assertThat(cpu.get("text")).isEqualTo("five5");
            assertThat(notices).anySatisfy(notice -> assertThat(notice).contains("room for 5 characters"));
        }
    }

    @Test
    void aBitIsWrittenWithoutTouchingItsNeighbours() throws Exception {
        try (Connection connection = connect()) {
            PointGroup group = connection.resolve(points("DB1.DBX20.0", "DB1.DBX20.1"));
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, false);
            Values.put(batch, 1, true);
            connection.write(group, batch, new int[2]);
            assertThat(cpu.get("bits")).isEqualTo(0xA6L);
        }
    }
}
