package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.Accounting;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class RunningDeploymentIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RecordingSink recorded = new RecordingSink();
    private final List<String> notices = new CopyOnWriteArrayList<>();

    @Test
    void whatADeviceHasAfterItsReturnIsBrowsedAgain() throws IOException {
        try (HeldPort port = new HeldPort()) {
            AdsSimulator before = plc(port.number(), 2);
            try (RunningDeployment running = start(deployment(before, List.of(browse("MAIN.**"))))) {
                recorded.awaitValue("plc.MAIN.v1", 1L);
                before.close();
                recorded.awaitSample(sample -> sample.point().equals("plc.MAIN.v1") && sample.value() == null);
                try (AdsSimulator after = plc(port.number(), 4)) {
                    recorded.awaitValue("plc.MAIN.v3", 3L);
                    after.set("MAIN.v0", 77);
                    recorded.awaitValue("plc.MAIN.v0", 77L);
                    awaitPoints(running, 4);
                }
            }
        }
    }

    @Test
    void aDeviceThatIsAwayAtFirstIsBrowsedWhenItComes() throws IOException {
        try (HeldPort port = new HeldPort()) {
            AdsSimulator gone = plc(port.number(), 1);
            Deployment deployment = deployment(gone, List.of(browse("MAIN.v1")));
            gone.close();
            try (RunningDeployment running = start(deployment)) {
                await().atMost(LIMIT)
                        .until(() -> running.connections().get(0).managed().attempts() > 1);
                try (AdsSimulator plc = plc(port.number(), 2)) {
                    recorded.awaitValue("plc.MAIN.v1", 1L);
                    assertThat(plc.connections()).isPositive();
                }
            }
        }
    }

    @Test
    void aListedPointTakesPrecedenceOverABrowsedOne() throws IOException {
        try (AdsSimulator plc = plc(0, 2)) {
            DataPoint listed = new DataPoint("plc.MAIN.v0", "MAIN.v0", null, false, "mm", Map.of());
            Deployment deployment = deployment(plc, List.of(browse("MAIN.**")), PointConfig.of(listed, "plc", "fast"));
            try (RunningDeployment running = start(deployment)) {
                recorded.awaitValue("plc.MAIN.v1", 1L);
                awaitPoints(running, 2);
            }
        }
    }

    @Test
    void aPointGoesToEachStreamThatWantsItAndToNoOther() throws IOException {
        try (AdsSimulator plc = plc(0, 3)) {
            Deployment deployment = deployment(plc, List.of(browse("MAIN.**")));
            Deployment both = new Deployment(
                    deployment.source(),
                    deployment.connections(),
                    deployment.scanClasses(),
                    deployment.points(),
                    deployment.browses(),
                    List.of(
                            stream("first", List.of("plc.MAIN.v0")),
                            stream("second", List.of("plc.MAIN.v0", "plc.MAIN.v1"))),
                    deployment.sinks());
            try (RunningDeployment running = start(both)) {
                recorded.awaitValue("plc.MAIN.v1", 1L);
                await().atMost(LIMIT)
                        .until(() -> recorded.samplesOf("plc.MAIN.v0").size() == 2);
                assertThat(recorded.samplesOf("plc.MAIN.v2")).isEmpty();
                awaitPoints(running, 2);
                assertThat(account(running, "first.console").received()).isEqualTo(1);
                assertThat(account(running, "second.console").received()).isEqualTo(2);
            }
        }
    }

    /** A point's first sample may come before the point is counted. */
    private static void awaitPoints(RunningDeployment running, int count) {
        await().atMost(LIMIT).until(() -> running.connections().get(0).points() == count);
    }

    @Test
    void aPatternThatMatchesNothingIsSaid() throws IOException {
        try (AdsSimulator plc = plc(0, 1);
                RunningDeployment running = start(deployment(plc, List.of(browse("GVL.**"))))) {
            await().atMost(LIMIT).until(() -> notices.stream().anyMatch(n -> n.contains("nothing matches GVL.**")));
            assertThat(running.connections().get(0).points()).isZero();
        }
    }

    @Test
    void closingIsQuickWhileADeviceIsAwayAndTheBooksAreClosed() throws IOException {
        AdsSimulator plc = plc(0, 1);
        RunningDeployment running = start(deployment(plc, List.of(browse("**"))));
        recorded.awaitValue("plc.MAIN.v0", 0L);
        plc.close();
        recorded.awaitSample(sample -> sample.value() == null);
        long start = System.nanoTime();
        running.close();
        running.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
        Accounting account = account(running, "all.console");
        assertThat(account.isBalanced()).isTrue();
        assertThat(account.buffered()).isZero();
        assertThat(account.received()).isEqualTo(recorded.samples().size());
    }

    /** As a disk that hangs, or a pipe that is not read: neither a write nor a close comes back, interrupted or not. */
    @Test
    void aSinkThatNeverReturnsDoesNotHoldUpTheEnd() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Sink stuck = new Sink() {
            @Override
            public SinkInlet inlet(String stream, List<DataPoint> points) {
                return (batch, unit) -> {
                    writing.countDown();
                    waitFor(never);
                };
            }

            @Override
            public void close() {
                waitFor(never);
            }
        };
        try (AdsSimulator plc = plc(0, 1)) {
            RunningDeployment running = RunningDeployment.start(
                    deployment(plc, List.of(browse("**"))),
                    new RunContext(EpochNanoClock.system(), stuck, notices::add));
            assertThat(writing.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(running::close);
            assertThat(closed).succeedsWithin(LIMIT);
            Accounting account = account(running, "all.console");
            assertThat(account.isBalanced()).isTrue();
            assertThat(account.buffered()).isZero();
            assertThat(account.dropped(DropReason.CLOSED)).isPositive();
            assertThat(notices).anyMatch(notice -> notice.contains("does not close"));
        } finally {
            never.countDown();
        }
    }

    private static void waitFor(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // As a system call that cannot be interrupted.
            }
        }
    }

    private static Accounting account(RunningDeployment running, String pipeline) {
        return Objects.requireNonNull(running.accounts().get(pipeline), pipeline);
    }

    private static AdsSimulator plc(int port, int variables) throws IOException {
        return AdsSimulator.builder()
                .symbols(AdsModel.dints(variables).symbols())
                .bindPort(port)
                .start();
    }

    private static PointBrowse browse(String match) {
        return PointBrowse.of("plc", match, "fast");
    }

    private static StreamConfig stream(String name, List<String> from) {
        return new StreamConfig(name, from, List.of("console"), RingConfig.STANDARD, List.of());
    }

    private static Deployment deployment(AdsSimulator plc, List<PointBrowse> browses, PointConfig... points) {
        return new Deployment(
                Path.of("plant.yaml"),
                Map.of(
                        "plc",
                        new ConnectionConfig(
                                "plc", Connectors.provider("ads").descriptor().parse(plc.endpointUri()))),
                Map.of("fast", new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO)),
                List.of(points),
                browses,
                List.of(stream("all", List.of("**"))),
                Map.of("console", PartConfig.sink("console", ConsoleProvider.TYPE, Map.of())));
    }

    private RunningDeployment start(Deployment deployment) throws IOException {
        Sink console = (stream, points) -> (batch, unit) -> recorded.onSamples(batch);
        return RunningDeployment.start(deployment, new RunContext(EpochNanoClock.system(), console, notices::add));
    }
}
