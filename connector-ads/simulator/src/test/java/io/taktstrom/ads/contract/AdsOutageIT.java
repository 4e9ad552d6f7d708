package io.taktstrom.ads.contract;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.sun.management.UnixOperatingSystemMXBean;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.FaultProxy;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A PLC that comes and goes: every point says so once, is right afterwards, and the outage costs nothing, however long. */
@Timeout(value = 2 * TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsOutageIT {

    /** From Friday evening to Monday morning. */
    private static final Duration WEEKEND = Duration.ofHours(60);

    @AutoClose
    private Plant plant;

    @BeforeEach
    void build() throws IOException {
        plant = new Plant("connectTimeout=1s", "requestTimeout=1s");
    }

    @Test
    void aPlcThatIsAbsentAtStartIsBadOnceAndGoodWhenItAppears() throws Exception {
        await().until(() -> plant.connection().attempts() > 5);
        plant.awaitAllBad();
        plant.start(1);
        plant.awaitValues(1);
        plant.assertOneBadPerOutage(1);
        plant.closeAndBalance();
    }

    @Test
    void afterEachRestartWithMovedAddressesEveryPointIsRightAgain() throws Exception {
        plant.awaitAllBad();
        int restarts = 5;
        for (int i = 1; i <= restarts; i++) {
            plant.start(i);
            plant.awaitValues(i);
            plant.stop();
            plant.awaitAllBad();
        }
        plant.assertOneBadPerOutage(1 + restarts);
        plant.assertNoSilentGap();
        plant.closeAndBalance();
    }

    @Test
    void connectionsThatAreCutAgainAndAgainLoseNothingInSilence() throws Exception {
        AdsSimulator plc = plant.start(0);
        plant.awaitValues(0);
        for (int i = 1; i <= 10; i++) {
            long reconnects = plant.connection().reconnects();
            plc.dropConnections();
            await().until(() -> plant.connection().reconnects() > reconnects
                    && plant.connection().state() == ConnectionState.CONNECTED);
            int thousands = i;
            IntStream.range(0, Plant.POINTS).forEach(point -> plc.set("MAIN.v" + point, 1000 * thousands + point));
            plant.awaitValues(i);
        }
        plant.assertNoSilentGap();
        plant.closeAndBalance();
    }

    @Test
    void aHalfOpenConnectionIsNoticedAndReplaced() throws Exception {
        AdsSimulator plc = plant.start(1);
        try (FaultProxy proxy =
                        FaultProxy.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), plc.port()), 1);
                Plant behind = new Plant(proxy.address().getPort(), "connectTimeout=1s", "requestTimeout=1s")) {
            behind.awaitValues(1);
            proxy.arm(1, new io.taktstrom.testkit.Fault.Stall(Direction.TO_CLIENT, 0));
            await().until(() -> behind.connection().reconnects() > 0);
            IntStream.range(0, Plant.POINTS).forEach(point -> plc.set("MAIN.v" + point, 2000 + point));
            behind.awaitValues(2);
            behind.assertNoSilentGap();
            behind.closeAndBalance();
        }
    }

    // ---- a weekend

    /** How a PLC can be away. */
    enum Absence {
        /** Powered off: the port is closed. */
        OFF,
        /** Its router lost our route: it hangs up. */
        HANGS_UP,
        /** It accepts and says nothing. */
        SILENT,
        /** In CONFIG mode: the router is there, the PLC is not. */
        CONFIG
    }

    @ParameterizedTest
    @EnumSource
    void aWeekendCostsNeitherThreadsNorFilesNorMemory(Absence absence) throws Exception {
        plant.close();
        // A few hundred attempts in all: enough to show a leak, and soon over however busy the machine.
        plant = new Plant(
                Duration.ofMinutes(20), absence == Absence.SILENT ? "connectTimeout=10ms" : "connectTimeout=1s");
        plant.awaitAllBad();
        AdsSimulator plc = plant.start(1);
        plant.awaitValues(1);
        switch (absence) {
            case OFF -> plant.stop();
            case HANGS_UP -> plc.faults().add(new DeviceFault.Hangup(FaultScope.all()));
            case SILENT -> plc.faults().add(new DeviceFault.Ignore(FaultScope.all()));
            case CONFIG -> plc.enterConfig();
        }
        plc.dropConnections();
        plant.awaitAllBad();
        long attempts = plant.connection().attempts();
        plant.pass(Duration.ofHours(2));
        Footprint before = Footprint.now();
        plant.pass(WEEKEND);
        await().untilAsserted(() -> Footprint.now().assertNoLargerThan(before));
        assertThat(plant.connection().attempts() - attempts).isGreaterThan(100);
        switch (absence) {
            case OFF -> plant.start(2);
            case CONFIG -> plc.download();
            default -> plc.faults().clear();
        }
        plant.awaitConnected();
        if (absence != Absence.OFF) {
            IntStream.range(0, Plant.POINTS).forEach(point -> plc.set("MAIN.v" + point, 2000 + point));
        }
        plant.awaitValues(2);
        plant.assertOneBadPerOutage(2);
        plant.assertNoSilentGap();
        plant.closeAndBalance();
    }

    /** What the connector takes of the machine; the PLC's own threads do not count. */
    private record Footprint(long threads, long files, long heapBytes) {

        private static final int THREADS_TOLERATED = 2;
        private static final int FILES_TOLERATED = 6;
        private static final long HEAP_TOLERATED = 2 << 20;

        static Footprint now() {
            var memory = ManagementFactory.getMemoryMXBean();
            memory.gc();
            UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> !thread.getName().startsWith("takt-simulator-ads-"))
                    .count();
            return new Footprint(
                    threads,
                    system.getOpenFileDescriptorCount(),
                    memory.getHeapMemoryUsage().getUsed());
        }

        void assertNoLargerThan(Footprint before) {
            assertThat(threads).as("threads").isLessThanOrEqualTo(before.threads + THREADS_TOLERATED);
            assertThat(files).as("files").isLessThanOrEqualTo(before.files + FILES_TOLERATED);
            assertThat(heapBytes).as("heap").isLessThanOrEqualTo(before.heapBytes + HEAP_TOLERATED);
        }
    }
}
