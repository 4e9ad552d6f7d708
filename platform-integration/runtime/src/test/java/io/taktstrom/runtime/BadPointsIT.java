package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.Reason.Code;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A wrong address beside a right one, with each protocol. */
class BadPointsIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<String> notices = new CopyOnWriteArrayList<>();

    @Test
    void aWrongAddressOfAdsDegradesHealthAndIsReportedOnce() throws IOException {
        try (AdsSimulator plc = AdsSimulator.builder()
                .symbols(io.taktstrom.ads.simulator.model.AdsModel.dints(2).symbols())
                .start()) {
            requireReported(plc.endpointUri(), "MAIN.v0", "MAIN.wrong");
        }
    }

    @Test
    void aWrongAddressOfS7DegradesHealthAndIsReportedOnce() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder()
                .model(io.taktstrom.s7.simulator.model.S7Model.parse("blocks:\n  DB1: {bytes: 8}\n"))
                .start()) {
            requireReported(cpu.endpointUri(), "DB1.DBD0:DINT", "DB9.DBD0:DINT");
        }
    }

    @Test
    void aWrongAddressOfOpcUaDegradesHealthAndIsReportedOnce() throws IOException {
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse("points:\n  counter: Int64\n"))
                .start()) {
            String uri = server.endpointUri();
            requireReported(
                    uri.substring(0, uri.indexOf('?')) + "?security=none", server.nodeId("counter"), "ns=2;s=wrong");
        }
    }

    private void requireReported(String uri, String right, String wrong) throws IOException {
        try (RunningDeployment running = start(uri, right, wrong)) {
            HealthReport report = await().atMost(LIMIT)
                    .until(running::health, now -> now.condition() == Condition.DEGRADED && reported(wrong) > 0);
            assertThat(report.reasons()).extracting(Reason::code).contains(Code.BAD_POINTS);
            assertThat(report.reasons().get(0).text()).startsWith("1 of 2 points is Bad: wrong (" + wrong + ") Bad_");
            assertThat(report.condition(Subject.scan("plc", "fast"))).isEqualTo(Condition.DEGRADED);
            assertThat(reported(wrong)).isEqualTo(1);
            await().atMost(LIMIT)
                    .until(() -> running.events().latest().stream()
                            .anyMatch(event -> event.kind() == HealthEvent.Kind.RAISED
                                    && event.code().equals("badPoints")));
            assertThat(running.events().latest())
                    .as("a start without faults raises no error")
                    .noneMatch(event -> event.severity() == Condition.DOWN);
        }
    }

    private long reported(String wrong) {
        return notices.stream()
                .filter(notice -> notice.startsWith("point wrong (" + wrong + ") is Bad: Bad_"))
                .count();
    }

    private RunningDeployment start(String uri, String right, String wrong) throws IOException {
        Deployment deployment = new Deployment(
                Path.of("plant.yaml"),
                Map.of(
                        "plc",
                        new ConnectionConfig(
                                "plc", Connectors.providerOf(uri).descriptor().parse(uri))),
                Map.of("fast", new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO)),
                List.of(
                        PointConfig.of(new DataPoint("right", right, null, false, "", Map.of()), "plc", "fast"),
                        PointConfig.of(new DataPoint("wrong", wrong, null, false, "", Map.of()), "plc", "fast")),
                List.of(),
                List.of(new StreamConfig("all", List.of("**"), List.of("console"), RingConfig.STANDARD, List.of())),
                Map.of("console", PartConfig.sink("console", ConsoleProvider.TYPE, Map.of())));
        return RunningDeployment.start(
                deployment,
                new RunContext(EpochNanoClock.system(), (stream, points) -> (batch, unit) -> {}, notices::add));
    }
}
