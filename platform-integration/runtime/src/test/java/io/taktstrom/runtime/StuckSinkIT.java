package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One thread hands over what an OPC UA session brings. What it hands over to is the ring of each stream, so a sink that does not
 * return holds up its own stream, and no other of the session.
 */
class StuckSinkIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CHANGES = 50;

    private final RecordingSink free = new RecordingSink(LIMIT);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Each with a subscription of its own, by its scan class. */
    private static PointConfig point(OpcUaSimulator server, String name, String scan) {
        return PointConfig.of(DataPoint.of("line." + name, server.nodeId(name)), "line", scan);
    }

    private static ScanClass scan(String name, int millis) {
        return new ScanClass(name, ScanClass.Mode.NOTIFY, Duration.ofMillis(millis), Duration.ZERO);
    }

    private static StreamConfig stream(String name, String from) {
        return new StreamConfig(name, List.of(from), List.of("console"), RingConfig.STANDARD, List.of());
    }

    private static Deployment deployment(OpcUaSimulator server) {
        return new Deployment(
                Path.of("plant.yaml"),
                Map.of(
                        "line",
                        new ConnectionConfig(
                                "line",
                                Connectors.providerOf(server.endpointUri())
                                        .descriptor()
                                        .parse(server.endpointUri()))),
                Map.of("fast", scan("fast", 20), "other", scan("other", 30)),
                List.of(point(server, "a", "fast"), point(server, "b", "other")),
                List.of(),
                List.of(stream("stuck", "**"), stream("free", "**")),
                Map.of("console", PartConfig.sink("console", ConsoleProvider.TYPE, Map.of())));
    }

    private Sink sink() {
        return (stream, points) -> stream.startsWith("stuck")
                ? (batch, unit) -> {
                    entered.countDown();
                    try {
                        released.await();
                    } catch (InterruptedException e) {
                        throw new IOException("interrupted", e);
                    }
                }
                : (batch, unit) -> free.onSamples(batch);
    }

    /** One that completes files, say; the other is left behind after the same time. */
    @Test
    void theEndWaitsForASinkAsLongAsItAsksFor() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Sink slow = new Sink() {
            @Override
            public SinkInlet inlet(String stream, List<DataPoint> points) {
                return (batch, unit) -> {};
            }

            @Override
            public Duration closeTime() {
                return LIMIT;
            }

            @Override
            public void close() throws IOException {
                try {
                    assertThat(never.await(1, TimeUnit.SECONDS)).isFalse();
                } catch (InterruptedException e) {
                    throw new IOException("interrupted", e);
                }
                closed.countDown();
            }
        };
        List<String> notices = new CopyOnWriteArrayList<>();
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                .model(OpcUaModel.parse("points:\n  a: Int32\n  b: Int32\n"))
                .start()) {
            RunningDeployment.start(deployment(server), new RunContext(EpochNanoClock.system(), slow, notices::add))
                    .close();
        }
        assertThat(closed.getCount()).isZero();
        assertThat(notices).noneMatch(notice -> notice.contains("does not close"));
    }

    @Test
    void aSinkThatDoesNotReturnHoldsUpNoOtherOfItsSession() throws Exception {
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                        .model(OpcUaModel.parse("points:\n  a: Int32\n  b: Int32\n"))
                        .start();
                RunningDeployment running = RunningDeployment.start(
                        deployment(server), new RunContext(EpochNanoClock.system(), sink(), notice -> {}))) {
            assertThat(entered.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            for (int i = 1; i <= CHANGES; i++) {
                server.set("a", i);
                server.set("b", i);
                free.awaitValue("line.a", (long) i);
                free.awaitValue("line.b", (long) i);
            }
            assertThat(free.samples()).noneMatch(sample -> StatusCode.hasOverflow(sample.status()));
            assertThat(Objects.requireNonNull(running.accounts().get("stuck.console"))
                            .published())
                    .isZero();
            released.countDown();
        }
    }
}
