package io.taktstrom.s7.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.s7.S7Provider;
import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The guards around plc4j, and what it cannot do: the table in the reference of S7. */
@Timeout(120)
class Plc4jBackendIT {

    private static final S7Model MODEL = S7Model.parse("""
            limits: {pduBytes: 240, jobs: 3, items: 20}
            blocks: {DB1: {bytes: 65000}}
            points: {first: {address: DB1.DBB0, value: 165}}
            """);

    @AutoClose
    private S7Simulator cpu;

    @BeforeEach
    void start() throws IOException {
        cpu = S7Simulator.builder().model(MODEL).start();
    }

    private Connection connect(String options) throws ConnectorException {
        S7Provider provider = new S7Provider();
        return provider.connect(
                provider.descriptor().parse(cpu.endpointUri() + "&backend=plc4j" + options), ConnectContext.standard());
    }

    @Test
    void aThousandScatteredValuesAreReadInRequestsThatTheCpuTakes() throws Exception {
        List<DataPoint> points = IntStream.range(0, 1000)
                .mapToObj(i -> DataPoint.of("DB1.DBD" + 64 * i + ":DINT"))
                .toList();
        try (Connection connection = connect("&maxItems=200")) {
            PointGroup group = connection.resolve(points);
            cpu.set("DB1.DBD63936:DINT", 4711);
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(batch.longAt(999)).isEqualTo(4711);
        }
    }

    @Test
    void anAnswerThatDoesNotComeEndsTheConnectionAndAFreshOneWorks() throws Exception {
        try (Connection connection = connect("&requestTimeout=2s&heartbeatInterval=0s")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("DB1.DBB0")));
            cpu.faults()
                    .add(new DeviceFault.Ignore(
                            FaultScope.ofCommand(S7Function.READ_VAR).times(1)));
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("given up");
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(ConnectionLostException.class);
        }
        try (Connection fresh = connect("")) {
            assertThat(fresh.resolve(List.of(DataPoint.of("DB1.DBB0"))).statusAt(0))
                    .isEqualTo(StatusCode.GOOD);
        }
    }

    @Test
    void anIdleConnectionThatTheCpuClosesIsNoticed() throws Exception {
        try (Connection connection = connect("")) {
            cpu.powerOff();
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(ConnectionLostException.class);
        }
    }

    @Test
    void nobodyThereIsAConnectFailureInTime() {
        cpu.powerOff();
        assertThatThrownBy(
                        () -> connect("&connectTimeout=" + Duration.ofSeconds(5).toSeconds() + "s"))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("check the address");
    }

    @Test
    void aBlockThatIsNotThereCostsItsPointAlone() throws Exception {
        try (Connection connection = connect("")) {
            PointGroup group = connection.resolve(
                    List.of(DataPoint.of("DB1.DBB0"), DataPoint.of("DB77.DBW0"), DataPoint.of("DB1.DBB64999")));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(batch.longAt(0)).isEqualTo(165);
            assertThat(StatusCode.name(batch.statusAt(1))).isEqualTo("Bad_NodeIdUnknown");
            assertThat(batch.statusAt(2)).isEqualTo(StatusCode.GOOD);
        }
    }

    // ---- what plc4j cannot do

    @Test
    void timersHaveNoTag() throws Exception {
        try (Connection connection = connect("")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("T3").withWritable()));
            assertThat(StatusCode.name(group.statusAt(0))).isEqualTo("Bad_TypeMismatch");
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, Duration.ofSeconds(7));
            int[] statuses = new int[1];
            connection.write(group, batch, statuses);
            assertThat(StatusCode.name(statuses[0])).isEqualTo("Bad_TypeMismatch");
        }
    }

    @Test
    void theCpuIsNotIdentifiedAndItsLimitsAreNotTold() throws Exception {
        try (Connection connection = connect("")) {
            assertThat(connection.device().name()).isEqualTo("S7 device");
            assertThat(connection.device().details())
                    .containsEntry("pdu", "240")
                    .containsEntry("maxInFlight", "1");
        }
    }

    @Test
    void severalCountersInOneVariableHaveNoTag() throws Exception {
        try (Connection connection = connect("")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("%C0:COUNTER[3]"), DataPoint.of("C0")));
            assertThat(StatusCode.name(group.statusAt(0))).isEqualTo("Bad_TypeMismatch");
            assertThat(group.statusAt(1)).isEqualTo(StatusCode.GOOD);
        }
    }

    @Test
    void blocksAreNotListed() throws Exception {
        try (Connection connection = connect("")) {
            assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("option symbols");
        }
    }

    @Test
    void aPasswordIsNotGiven() {
        assertThatThrownBy(() -> connect("&password=secret"))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("use backend java");
    }

    /** Half a millisecond or more, in the thread that asks: a cycle of 1 ms is out of reach for all but one value. */
    @Test
    void eachRequestTakesASleep() throws Exception {
        try (Connection connection = connect("")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("DB1.DBB0")));
            SampleBatch batch = group.newBatch();
            long start = System.nanoTime();
            for (int i = 0; i < 50; i++) {
                connection.read(group, batch);
            }
            assertThat(System.nanoTime() - start).isGreaterThan(50 * 500_000);
        }
    }

    @Test
    void eachReadAllocates() throws Exception {
        try (Connection connection = connect("")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("DB1.DBB0")));
            SampleBatch batch = group.newBatch();
            AllocationMeter meter =
                    AllocationMeter.threads(thread -> thread.getName().startsWith("takt-s7-plc4j-127.0.0.1:"));
            assertThat(meter.bytesPerOperation(100, () -> connection.read(group, batch)))
                    .isGreaterThan(1000);
        }
    }

    @Test
    void aProtectionLevelOnWritingIsAFailureOfThePoints() throws Exception {
        try (Connection connection = connect("")) {
            PointGroup group =
                    connection.resolve(List.of(DataPoint.of("DB1.DBB0").withWritable()));
            cpu.setAccess(new CpuAccess(true, CpuAccess.Protection.WRITE, "secret"));
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, 1);
            int[] statuses = new int[1];
            connection.write(group, batch, statuses);
            assertThat(StatusCode.name(statuses[0])).isEqualTo("Bad_DeviceFailure");
        }
    }

    // ---- what it cannot do, but the backend does beside it

    @Test
    void putGetThatIsNotPermittedIsToldAsTheEngineTellsIt() throws Exception {
        cpu.setAccess(new CpuAccess(false, CpuAccess.Protection.NONE, ""));
        try (Connection connection = connect("&requestTimeout=2s")) {
            assertThatThrownBy(() -> connection.resolve(List.of(DataPoint.of("DB1.DBB0"), DataPoint.of("MB0"))))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("0x8104")
                    .hasMessageContaining("PUT/GET");
        }
    }

    @Test
    void aProtectionLevelIsToldOnReading() throws Exception {
        cpu.setAccess(new CpuAccess(true, CpuAccess.Protection.READ_AND_WRITE, "secret"));
        try (Connection connection = connect("&requestTimeout=2s")) {
            assertThatThrownBy(() -> connection.resolve(List.of(DataPoint.of("DB1.DBB0"))))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("protection level");
        }
    }

    @Test
    void connectionsAreNotShared() throws Exception {
        try (Connection one = connect("");
                Connection two = connect("")) {
            assertThat(one).isNotSameAs(two);
            assertThat(cpu.openConnections()).isEqualTo(2);
        }
    }
}
