package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.gather.Gather;
import io.taktstrom.stream.gather.GatherPart;
import io.taktstrom.stream.gather.GatherWatch;
import io.taktstrom.stream.gather.Gathered;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.HeldPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Three protocols as one. */
class GatherIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @AutoClose
    private final HeldPort port = new HeldPort();

    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final List<ManagedConnection> connections = new ArrayList<>();
    private AdsSimulator plc;
    private S7Simulator cpu;
    private OpcUaSimulator server;
    private Gather gather;

    GatherIT() throws IOException {}

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder()
                .model(AdsModel.parse("symbols:\n  MAIN.a: {type: DINT, value: 1}\n  MAIN.text: STRING(10)\n"))
                .start();
        cpu = S7Simulator.builder()
                .model(S7Model.parse("blocks:\n  DB1: {bytes: 64}\n"))
                .bindPort(port.number())
                .start();
        server = OpcUaSimulator.builder()
                .model(OpcUaModel.parse("points:\n  target: Double\n"))
                .start();
        gather = gather(Duration.ofSeconds(20));
    }

    private Gather gather(Duration deadline) {
        List<GatherPart> parts = List.of(
                part("plc", plc.endpointUri(), "MAIN.a", "MAIN.text"),
                part("cpu", cpu.endpointUri(), "DB1.DBD0:DINT"),
                part("server", server.endpointUri(), server.nodeId("target")));
        await().atMost(LIMIT)
                .until(() -> connections.stream().allMatch(managed -> managed.state() == ConnectionState.CONNECTED));
        return Gather.of("line", parts, deadline, EpochNanoClock.system(), notices::add);
    }

    private GatherPart part(String name, String uri, String... addresses) {
        String scheme = uri.substring(0, uri.indexOf("://"));
        var provider = Connectors.provider(scheme);
        ManagedConnection managed = ManagedConnection.to(
                        provider, provider.descriptor().parse(uri))
                .named(name)
                .start();
        connections.add(managed);
        return new GatherPart(
                managed,
                IntStream.range(0, addresses.length)
                        .mapToObj(
                                i -> DataPoint.of(name + "." + i, addresses[i]).withWritable())
                        .toList());
    }

    @AfterEach
    void stop() {
        gather.close();
        connections.forEach(ManagedConnection::close);
        plc.close();
        cpu.close();
        server.close();
    }

    private static Object value(Gathered gathered, int i) {
        return Values.get(gathered.batch(), i);
    }

    @Test
    void allIsReadAsOneWithTheTimesOfItsParts() {
        plc.set("MAIN.text", "hallo");
        cpu.set("DB1.DBD0:DINT", 7);
        server.set("target", 1.5);
        Gathered gathered = gather.read();
        assertThat(gathered.isComplete()).isTrue();
        assertThat(gathered.batch().size()).isEqualTo(4);
        assertThat(IntStream.range(0, 4).mapToObj(i -> value(gathered, i)).toList())
                .containsExactly(1L, "hallo", 7L, 1.5);
        assertThat(gather.group().typeAt(3)).isEqualTo(ScalarType.LREAL);
        for (int part = 0; part < 3; part++) {
            assertThat(gathered.statusOf(part)).isEqualTo(StatusCode.GOOD);
            assertThat(gathered.nanosOf(part))
                    .isPositive()
                    .isLessThanOrEqualTo(gathered.span().toNanos());
        }
        assertThat(gathered.askedAt()).isPositive();
        assertThat(gathered.skew().isNegative()).isFalse();
        assertThat(notices).isEmpty();
    }

    @Test
    void whoIsAwayIsBadAndTheOthersAreGoodInTime() {
        gather.read();
        cpu.close();
        await().atMost(LIMIT).until(() -> connections.get(1).state() != ConnectionState.CONNECTED);
        Gathered gathered = gather.read();
        assertThat(gathered.isComplete()).isFalse();
        assertThat(StatusCode.isBad(gathered.statusOf(1))).isTrue();
        assertThat(StatusCode.isBad(gathered.batch().statusAt(2))).isTrue();
        assertThat(StatusCode.isGood(gathered.batch().statusAt(0))).isTrue();
        assertThat(value(gathered, 3)).isEqualTo(0.0);
    }

    @Test
    void whoIsLateIsBadInThisRoundAndGoodInTheNext() {
        gather.close();
        gather = gather(Duration.ofMillis(500));
        await().atMost(LIMIT).until(() -> gather.read().isComplete());
        DeviceFault slow = new DeviceFault.Delay(FaultScope.all(), Duration.ofSeconds(1));
        plc.faults().add(slow);
        Gathered late = gather.read();
        assertThat(late.statusOf(0)).isEqualTo(StatusCode.BAD_TIMEOUT);
        assertThat(late.nanosOf(0)).isNegative();
        assertThat(late.batch().statusAt(1)).isEqualTo(StatusCode.BAD_TIMEOUT);
        assertThat(value(late, 2)).isEqualTo(0L);
        plc.faults().clear();
        plc.set("MAIN.a", 9);
        await().atMost(LIMIT).until(() -> gather.read().isComplete());
        assertThat(value(gather.read(), 0)).isEqualTo(9L);
    }

    @Test
    void allIsWrittenAsOne() {
        gather.read();
        SampleBatch values = gather.group().newBatch();
        Values.put(values, 3, 2.5);
        Values.put(values, 1, "neu");
        Values.put(values, 2, 8);
        int[] statuses = new int[3];
        assertThat(gather.write(values, statuses)).isTrue();
        assertThat(statuses).containsOnly(StatusCode.GOOD);
        assertThat(server.get("target")).isEqualTo(2.5);
        assertThat(plc.get("MAIN.text")).isEqualTo("neu");
        assertThat(cpu.get("DB1.DBD0:DINT")).isEqualTo(8L);
        assertThat(value(gather.read(), 1)).isEqualTo("neu");
    }

    @Test
    void nothingIsWrittenWhenOneDeviceIsAway() {
        gather.read();
        SampleBatch values = gather.group().newBatch();
        Values.put(values, 0, 5);
        Values.put(values, 2, 8);
        cpu.close();
        await().atMost(LIMIT).until(() -> connections.get(1).state() != ConnectionState.CONNECTED);
        int[] statuses = new int[2];
        assertThat(gather.write(values, statuses)).isFalse();
        assertThat(statuses).containsExactly(StatusCode.BAD_INVALID_STATE, StatusCode.BAD_NOT_CONNECTED);
        assertThat(plc.get("MAIN.a")).isEqualTo(1L);
    }

    @Test
    void aWriteThatWasGivenUpIsNotDoneTwice() {
        gather.close();
        gather = gather(Duration.ofMillis(500));
        await().atMost(LIMIT).until(() -> gather.read().isComplete());
        SampleBatch values = gather.group().newBatch();
        Values.put(values, 0, 5);
        plc.faults().add(new DeviceFault.Delay(FaultScope.all().times(1), Duration.ofSeconds(1)));
        int[] statuses = new int[1];
        assertThat(gather.write(values, statuses)).isTrue();
        assertThat(statuses[0]).as("unknown").isEqualTo(StatusCode.BAD_TIMEOUT);
        await().atMost(LIMIT).until(() -> gather.read().isComplete());
        plc.set("MAIN.a", 1);
        for (int i = 0; i < 5; i++) {
            assertThat(value(gather.read(), 0)).isEqualTo(1L);
        }
    }

    @Test
    void valuesOfOldTypesAreNotWritten() throws IOException {
        SampleBatch unknown = gather.group().newBatch();
        gather.read();
        assertThatThrownBy(() -> gather.write(unknown, new int[1])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void itIsWatchedAsOneThroughAnOutage() throws IOException {
        List<List<Integer>> seen = new CopyOnWriteArrayList<>();
        GatherWatch watch = gather.watch(
                Duration.ofMillis(20),
                gathered -> seen.add(IntStream.range(0, 4)
                        .mapToObj(i -> gathered.batch().statusAt(i))
                        .toList()));
        try (watch) {
            await().atMost(LIMIT).until(() -> seen.size() > 3);
            cpu.powerOff();
            await().atMost(LIMIT)
                    .until(() -> StatusCode.isBad(seen.get(seen.size() - 1).get(2)));
            assertThat(seen.get(seen.size() - 1).get(0)).isEqualTo(StatusCode.GOOD);
            cpu.powerOn();
            await().atMost(LIMIT)
                    .until(() -> StatusCode.isGood(seen.get(seen.size() - 1).get(2)));
        }
        assertThat(notices).isEmpty();
    }

    /** What a connector allocates, its own test says. */
    @Test
    void aRoundAllocatesNothingBesideWhatConnectorsDo() throws Exception {
        AllocationMeter.currentThread().assertZeroPerOperation(2_000, gather::read);
    }
}
