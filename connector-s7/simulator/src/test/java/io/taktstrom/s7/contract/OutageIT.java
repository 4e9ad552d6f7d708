package io.taktstrom.s7.contract;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import com.sun.management.UnixOperatingSystemMXBean;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.s7.S7Provider;
import io.taktstrom.s7.simulator.S7Counter;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.RecordingSink;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A CPU that comes and goes, watched by a managed connection that polls it. */
@Timeout(240)
class OutageIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String VALUE = "DB1.DBD0:DINT";

    private static final S7Model MODEL = S7Model.parse("""
            limits: {pduBytes: 480, connections: 2}
            blocks: {DB1: {bytes: 512}}
            """);

    private final HeldPort port = new HeldPort();
    private final RecordingSink recorded = new RecordingSink(LIMIT);
    private S7Simulator cpu;
    private @Nullable ManagedConnection watching;
    private @Nullable Connection occupant;

    OutageIT() throws IOException {}

    @BeforeEach
    void build() throws IOException {
        cpu = S7Simulator.builder().model(MODEL).bindPort(port.number()).start();
    }

    @AfterEach
    void close() throws IOException {
        if (watching != null) {
            watching.close();
        }
        if (occupant != null) {
            occupant.close();
        }
        cpu.close();
        port.close();
    }

    private ManagedConnection watch() {
        S7Provider provider = new S7Provider();
        ScanClass scan = new ScanClass("fast", ScanClass.Mode.POLL, Duration.ofMillis(5), Duration.ZERO);
        ManagedConnection connection = ManagedConnection.to(
                        provider,
                        provider.descriptor().parse(cpu.endpointUri() + "&connectTimeout=2s&requestTimeout=2s"))
                .named("press")
                .scan(new Scan(scan, List.of(DataPoint.of(VALUE), DataPoint.of("DB1.DBB100:BYTE[400]")), recorded))
                .settings(ManagedSettings.standard().withBackOff(Duration.ofMillis(1), Duration.ofMillis(4)))
                .start();
        watching = connection;
        return connection;
    }

    private void awaitValue(long value) {
        cpu.set(VALUE, value);
        recorded.awaitSample(
                sample -> sample.point().equals(VALUE) && Long.valueOf(value).equals(sample.value()));
    }

    private void awaitBad() {
        recorded.awaitSample(sample -> sample.point().equals(VALUE) && StatusCode.isBad(sample.status()));
        recorded.clear();
    }

    private static void awaitAttempts(ManagedConnection connection, int more) {
        long before = connection.attempts();
        Awaitility.await().atMost(LIMIT).until(() -> connection.attempts() >= before + more);
    }

    @Test
    void aCpuThatIsAbsentAtStartIsBadAndGoodWhenItAppears() throws Exception {
        cpu.powerOff();
        ManagedConnection connection = watch();
        awaitBad();
        awaitAttempts(connection, 5);
        cpu.powerOn();
        awaitValue(1);
    }

    /** How a CPU can be away. */
    enum Absence {
        /** The port is closed. */
        OFF,
        /** Others have all its connections. */
        FULL,
        /** It hangs up at every request. */
        HANGS_UP
    }

    @ParameterizedTest
    @EnumSource
    void aWeekendCostsNeitherThreadsNorFiles(Absence absence) throws Exception {
        ManagedConnection connection = watch();
        awaitValue(1);
        switch (absence) {
            case OFF -> cpu.powerOff();
            case FULL -> occupant = occupy();
            case HANGS_UP -> cpu.faults().add(new DeviceFault.Hangup(FaultScope.all()));
        }
        if (absence == Absence.HANGS_UP) {
            cpu.dropConnections();
        }
        awaitBad();
        awaitAttempts(connection, 20);
        long threads = threads();
        long files = files();
        awaitAttempts(connection, 200);
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(threads()).isLessThanOrEqualTo(threads + 2);
            assertThat(files()).isLessThanOrEqualTo(files + 6);
        });
        switch (absence) {
            case OFF -> cpu.powerOn();
            case FULL -> Objects.requireNonNull(occupant).close();
            case HANGS_UP -> cpu.faults().clear();
        }
        awaitValue(2);
    }

    /** Takes the one connection that there is. */
    private Connection occupy() {
        cpu.setLimits(new CpuLimits(480, 3, 20, 1));
        S7Provider provider = new S7Provider();
        Endpoint other = provider.descriptor().parse(cpu.endpointUri() + "&connectionType=pg");
        return Awaitility.await().atMost(LIMIT).until(() -> connect(provider, other), Objects::nonNull);
    }

    private @Nullable Connection connect(S7Provider provider, Endpoint endpoint) throws ConnectorException {
        cpu.dropConnections();
        try {
            return provider.connect(endpoint, ConnectContext.standard());
        } catch (ConnectFailedException e) {
            // The other one was quicker.
            return null;
        }
    }

    /** The CPU's own threads do not count. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("takt-simulator-s7-"))
                .count();
    }

    private static long files() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    @Test
    void aSmallerPduAfterARestartIsPlannedForAnew() throws Exception {
        watch();
        awaitValue(1);
        cpu.setLimits(new CpuLimits(128, 1, 20, 2));
        cpu.restart();
        awaitBad();
        awaitValue(2);
        cpu.set("DB1.DBB499", 7);
        recorded.awaitSample(sample ->
                sample.value() instanceof List<?> bytes && Long.valueOf(7).equals(bytes.get(399)));
        assertThat(cpu.count(S7Counter.DROPPED_JOBS)).isZero();
    }
}
