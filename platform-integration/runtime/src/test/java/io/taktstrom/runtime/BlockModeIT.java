package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.block.BlockMeter;
import io.taktstrom.stream.block.BlockProgress;
import io.taktstrom.stream.block.BlockSubscription;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.poll.PollSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Rings of samples in a simulated PLC, the samples of which are numbered, at 100 kHz. */
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockModeIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long PERIOD_NANOS = 10_000;

    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final BlockMeter meter = new BlockMeter();

    /** @param slots 100 of them are a millisecond */
    private static AdsSimulator start(int slots) throws IOException {
        return AdsSimulator.builder()
                .model(AdsModel.parse("""
                taskCycle: 1ms
                types:
                  ST_Ring:
                    struct:
                      nHead: ULINT
                      nFileTime: ULINT
                      nPeriod: UDINT
                      aNumber: "ARRAY[0..%1$d] OF UDINT"
                      aValue: "ARRAY[0..%1$d] OF LREAL"
                      nNext: ULINT
                symbols:
                  MAIN.other: DINT
                  MAIN.ring: {type: ST_Ring, waveform: {ring: {samplesPerCycle: 100}}}
                """.formatted(slots - 1)))
                .start();
    }

    private static Connection connect(AdsSimulator plc) throws ConnectorException {
        ConnectorProvider ads = Connectors.provider("ads");
        Endpoint endpoint = ads.descriptor().parse(plc.endpointUri());
        return ads.connect(endpoint, ConnectContext.standard());
    }

    private BlockSubscription subscribe(Connection connection, Duration every, Numbers sink) throws ConnectorException {
        PollSettings settings = new PollSettings(
                "block-test",
                IdleStrategy.PARK,
                EpochNanoClock.system(),
                new PollMeter(EpochNanoClock.system()),
                notices::add);
        List<DataPoint> points = List.of(DataPoint.of("MAIN.ring.aNumber"));
        return BlockSubscription.start(
                connection, points, every, sink::take, group -> {}, new BlockProgress(meter), settings);
    }

    private static void awaitSamples(Numbers sink, long more) {
        long goal = sink.samples.get() + more;
        await().atMost(LIMIT).until(() -> sink.samples.get() >= goal);
    }

    @Test
    void a100KilohertzArriveWithoutLossEachWithItsOwnTime(@TempDir Path directory) throws IOException {
        try (AdsSimulator plc = start(200_000)) {
            runFor(300_000, directory, plc);
        }
    }

    private void runFor(long samples, Path directory, AdsSimulator plc) throws IOException {
        Path file = Files.writeString(directory.resolve("block.yaml"), """
                connections:
                  plc: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                scanClasses:
                  ring: {mode: block, every: 100ms}
                points:
                  - {id: number, on: plc, address: MAIN.ring.aNumber, scan: ring}
                  - {id: value, on: plc, address: MAIN.ring.aValue, scan: ring}
                streams:
                  - {id: all, from: "**", to: out, ring: {capacity: 262144, onFull: block}}
                sinks:
                  out: {type: console}
                """.formatted(plc.port()));
        DeploymentResult result = DeploymentLoader.standard().load(file);
        assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
        Numbers numbers = new Numbers(0);
        Numbers values = new Numbers(1);
        Sink console = (stream, points) -> (batch, unit) -> {
            numbers.take(batch);
            values.take(batch);
        };
        RunContext context = new RunContext(EpochNanoClock.system(), console, notices::add);
        try (RunningDeployment running =
                RunningDeployment.start(((DeploymentResult.Loaded) result).deployment(), context)) {
            awaitSamples(values, samples);
            BlockMeter measured = Objects.requireNonNull(
                    running.connections().get(0).managed().blockMeters().get("ring"));
            assertThat(measured.lost()).as(notices.toString()).isZero();
            assertThat(measured.interruptions()).as(notices.toString()).isZero();
        }
        for (Numbers seen : List.of(numbers, values)) {
            assertThat(seen.missing.get()).isZero();
            assertThat(seen.disordered.get()).isZero();
            assertThat(seen.mistimed.get()).isZero();
            assertThat(seen.overflows.get()).isZero();
            assertThat(seen.bad.get()).isZero();
        }
    }

    @Test
    void whatAReaderThatStandsStillMissesIsCountedExactly() throws Exception {
        Numbers sink = new Numbers(0);
        try (AdsSimulator plc = start(10_000);
                Connection connection = connect(plc);
                BlockSubscription subscription = subscribe(connection, Duration.ofMillis(20), sink)) {
            awaitSamples(sink, 5_000);
            for (int stall = 0; stall < 3; stall++) {
                CountDownLatch go = sink.hold();
                long head = (Long) plc.get("MAIN.ring.nHead");
                await().atMost(LIMIT).until(() -> (Long) plc.get("MAIN.ring.nHead") > head + 40_000);
                go.countDown();
                awaitSamples(sink, 20_000);
            }
            assertThat(subscription.revised().cycle()).isEqualTo(Duration.ofMillis(20));
        }
        assertThat(sink.missing.get()).isGreaterThanOrEqualTo(3 * 20_000).isEqualTo(meter.lost());
        assertThat(sink.overflows.get()).isGreaterThanOrEqualTo(3).isEqualTo(sink.gaps.get());
        assertThat(sink.disordered.get()).isZero();
        assertThat(sink.mistimed.get()).isZero();
        assertThat(meter.samples()).isEqualTo(sink.samples.get());
        assertThat(notices).anyMatch(notice -> notice.contains("MAIN.ring: ") && notice.contains("overwritten"));
    }

    @Test
    void readsThatTheTaskInterruptsGiveNoWrongSample() throws Exception {
        Numbers sink = new Numbers(0);
        try (AdsSimulator plc = start(10_000);
                Connection connection = connect(plc);
                BlockSubscription subscription = subscribe(connection, Duration.ofMillis(10), sink)) {
            awaitSamples(sink, 2_000);
            plc.ring("MAIN.ring").tear(100);
            awaitSamples(sink, 150_000);
            assertThat(subscription.statusAt(0)).isZero();
        }
        assertThat(sink.disordered.get()).isZero();
        assertThat(sink.mistimed.get()).isZero();
        assertThat(sink.missing.get()).isEqualTo(meter.lost());
        assertThat(sink.gaps.get()).isEqualTo(sink.overflows.get());
    }

    @Test
    void aCounterThatBeginsAgainIsFollowed() throws Exception {
        Numbers sink = new Numbers(0);
        try (AdsSimulator plc = start(10_000);
                Connection connection = connect(plc);
                BlockSubscription subscription = subscribe(connection, Duration.ofMillis(20), sink)) {
            awaitSamples(sink, 10_000);
            plc.ring("MAIN.ring").restart();
            await().atMost(LIMIT).until(() -> sink.disordered.get() == 1);
            awaitSamples(sink, 10_000);
            assertThat(subscription.statusAt(0)).isZero();
        }
        assertThat(meter.interruptions()).isEqualTo(1);
        assertThat(sink.overflows.get()).isGreaterThanOrEqualTo(1);
        assertThat(notices).anyMatch(notice -> notice.contains("was reset"));
    }

    @Test
    void aTaskThatStandsStillIsToldFromOneThatHasNothingNew() throws Exception {
        Numbers sink = new Numbers(0);
        try (AdsSimulator plc = start(100_000);
                Connection connection = connect(plc);
                BlockSubscription subscription = subscribe(connection, Duration.ofMillis(20), sink)) {
            awaitSamples(sink, 10_000);
            plc.ring("MAIN.ring").stall(true);
            long cycle = plc.cycle();
            await().atMost(LIMIT).until(() -> plc.cycle() > cycle + 100);
            plc.ring("MAIN.ring").stall(false);
            awaitSamples(sink, 10_000);
            assertThat(subscription.statusAt(0)).isZero();
        }
        assertThat(sink.missing.get())
                .as("samples that were never taken are not missing")
                .isEqualTo(meter.lost());
        assertThat(sink.overflows.get()).isGreaterThanOrEqualTo(1);
        assertThat(meter.interruptions()).isEqualTo(1);
        assertThat(notices).anyMatch(notice -> notice.contains("stood still"));
    }

    @Test
    void anOnlineChangeMovesTheRingAndCostsNoWrongSample() throws Exception {
        Numbers sink = new Numbers(0);
        try (AdsSimulator plc = start(100_000);
                Connection connection = connect(plc);
                BlockSubscription subscription = subscribe(connection, Duration.ofMillis(20), sink)) {
            awaitSamples(sink, 10_000);
            for (int change = 0; change < 2; change++) {
                plc.onlineChange();
                awaitSamples(sink, 10_000);
            }
            assertThat(subscription.statusAt(0)).isZero();
        }
        assertThat(sink.disordered.get()).isZero();
        assertThat(sink.missing.get()).isEqualTo(meter.lost());
        assertThat(sink.gaps.get()).isEqualTo(sink.overflows.get());
        assertThat(sink.mistimed.get()).isZero();
    }

    /** Checks the numbered samples of one point. Written by one thread. */
    private static final class Numbers {

        private final int point;
        private long expected = -1;
        private long lastTime;
        final AtomicLong samples = new AtomicLong();
        /** Numbers left out. */
        final AtomicLong missing = new AtomicLong();
        /** How often some were. */
        final AtomicLong gaps = new AtomicLong();
        /** Numbers that came after a higher one. */
        final AtomicLong disordered = new AtomicLong();

        final AtomicLong mistimed = new AtomicLong();
        final AtomicLong overflows = new AtomicLong();
        final AtomicLong bad = new AtomicLong();
        private volatile CountDownLatch gate = new CountDownLatch(0);

        Numbers(int point) {
            this.point = point;
        }

        /** Blocks each delivery from now on, until the latch is counted down. */
        CountDownLatch hold() {
            CountDownLatch held = new CountDownLatch(1);
            gate = held;
            return held;
        }

        void take(SampleBatch batch) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            for (int i = 0; i < batch.size(); i++) {
                if (batch.pointAt(i) == point) {
                    take(batch, i);
                }
            }
        }

        private void take(SampleBatch batch, int i) {
            if (batch.statusAt(i) < 0) {
                bad.addAndGet(1);
                return;
            }
            overflows.addAndGet(batch.statusAt(i) == 0 ? 0 : 1);
            long number = point == 0 ? batch.longAt(i) : (long) batch.doubleAt(i);
            long time = batch.sourceTimeAt(i);
            if (expected >= 0) {
                long step = number - expected;
                if (step < 0) {
                    disordered.addAndGet(1);
                } else if (step > 0) {
                    missing.addAndGet(step);
                    gaps.addAndGet(1);
                }
                boolean onTime = time - lastTime == (step + 1) * PERIOD_NANOS;
                mistimed.addAndGet(step < 0 || onTime ? 0 : 1);
            }
            expected = number + 1;
            lastTime = time;
            samples.addAndGet(1);
        }
    }
}
