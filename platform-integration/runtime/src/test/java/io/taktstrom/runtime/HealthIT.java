package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.Reason.Code;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.sink.Sink;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class HealthIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final SteppedClock clock = new SteppedClock();
    private final RecordingSink recorded = new RecordingSink();
    private final AtomicBoolean away = new AtomicBoolean();
    /** What the sink does before it takes a batch. */
    private Runnable taking = () -> {};

    private final List<String> notices = new CopyOnWriteArrayList<>();

    @Test
    void aDeviceWhosePointsAreGoodIsUpAndSaysWhatItHas() throws IOException {
        try (AdsSimulator plc = plc(0);
                RunningDeployment running = start(plc, Map.of(), "MAIN.v0", "MAIN.v1")) {
            HealthReport report = awaitCondition(running, Condition.UP);
            assertThat(report.reasons()).isEmpty();
            assertThat(report.facts().isReady()).isTrue();
            assertThat(running.isAlive()).isTrue();
            assertThat(report.facts().connections()).singleElement().satisfies(connection -> {
                assertThat(connection.counts().good()).isEqualTo(2);
                assertThat(connection.lastGoodAt())
                        .isLessThanOrEqualTo(report.facts().at());
                assertThat(connection.scans()).hasSize(1);
            });
            assertThat(report.facts().sinks()).singleElement().satisfies(sink -> {
                assertThat(sink.trouble()).isEmpty();
                assertThat(sink.isOpen()).isTrue();
            });
        }
    }

    @Test
    void aDeviceThatAnswersWhileAllItsPointsAreBadIsNotUp() throws IOException {
        try (AdsSimulator plc = plc(0);
                RunningDeployment running = start(plc, Map.of(), "MAIN.none", "MAIN.neither")) {
            await().atMost(LIMIT)
                    .until(() -> running.health().reasonsOf(Subject.connection("plc")).stream()
                            .anyMatch(reason -> reason.code() == Code.NO_GOOD_POINT
                                    && reason.text().contains("2 Bad_")));
            HealthReport report = running.health();
            assertThat(report.condition()).isEqualTo(Condition.DOWN);
            assertThat(report.condition(Subject.connection("plc"))).isEqualTo(Condition.DOWN);
            assertThat(report.facts().isReady())
                    .as("the gateway can do its work")
                    .isTrue();
            assertThat(report.reasonsOf(Subject.connection("plc")))
                    .extracting(Reason::text)
                    .singleElement()
                    .asString()
                    .contains("none of its 2 points is Good", "Bad_NodeIdUnknown");
        }
    }

    @Test
    void aDeviceThatGoesIsAReasonUntilItIsBack() throws IOException {
        try (HeldPort port = new HeldPort()) {
            AdsSimulator plc = plc(port.number());
            try (RunningDeployment running = start(plc, Map.of(), "MAIN.v0")) {
                awaitCondition(running, Condition.UP);
                plc.close();
                await().atMost(LIMIT).until(() -> has(running, Code.NOT_CONNECTED, Subject.connection("plc")));
                assertThat(running.health().condition()).isEqualTo(Condition.DOWN);
                ConnectionReport away = running.health().facts().connections().get(0);
                ConnectionReport later = await().atMost(LIMIT)
                        .until(
                                () -> running.health().facts().connections().get(0),
                                now -> now.attempts() > away.attempts() + 2);
                assertThat(later.since())
                        .as("away since then, however often it was tried")
                        .isEqualTo(away.since());
                try (AdsSimulator again = plc(port.number())) {
                    assertThat(again.port()).isEqualTo(plc.port());
                    HealthReport report = awaitCondition(running, Condition.UP);
                    assertThat(report.facts().connections().get(0).reconnects()).isEqualTo(1);
                }
            } finally {
                plc.close();
            }
        }
    }

    @Test
    void aSinkThatFailsIsAReasonUntilItTakesSamplesAgain() throws IOException {
        try (AdsSimulator plc = plc(0);
                RunningDeployment running = start(plc, Map.of(), "MAIN.v0")) {
            awaitCondition(running, Condition.UP);
            away.set(true);
            plc.set("MAIN.v0", 41);
            await().atMost(LIMIT).until(() -> has(running, Code.SINK_FAILING, Subject.sink("console")));
            HealthReport report = running.health();
            assertThat(report.condition()).isEqualTo(Condition.DOWN);
            assertThat(report.facts().sinks().get(0).trouble()).isEqualTo("the broker is away");
            assertThat(report.facts().sinks().get(0).backlog()).isEqualTo(1);
            assertThat(report.facts().sinks().get(0).oldestAt()).isPositive();
            await().atMost(LIMIT).until(() -> told(running).equals(List.of(HealthEvent.Kind.RAISED)));
            away.set(false);
            awaitCondition(running, Condition.UP);
            recorded.awaitValue("plc.MAIN.v0", 41L);
            await().atMost(LIMIT)
                    .until(() -> told(running).equals(List.of(HealthEvent.Kind.RAISED, HealthEvent.Kind.CLEARED)));
        }
    }

    @Test
    void aClockThatIsSetIsAReason() throws IOException {
        try (AdsSimulator plc = plc(0);
                RunningDeployment running = start(plc, Map.of(), "MAIN.v0")) {
            awaitCondition(running, Condition.UP);
            clock.step(Duration.ofHours(-1));
            await().atMost(LIMIT).until(() -> has(running, Code.CLOCK_STEP, Subject.CLOCK));
            HealthReport report = running.health();
            assertThat(report.condition()).isEqualTo(Condition.DEGRADED);
            assertThat(report.reasonsOf(Subject.CLOCK).get(0).text()).contains("1h", "back");
        }
    }

    @Test
    void valuesThatAreNotSentAnyMoreGrowOld() throws IOException {
        try (AdsSimulator plc = plc(0)) {
            HealthConfig health = new HealthConfig(Duration.ofMillis(100), null, Map.of());
            try (RunningDeployment running = start(plc, Map.of(), health, "MAIN.v0")) {
                await().atMost(LIMIT).until(() -> has(running, Code.STALE, Subject.scan("plc", "fast")));
            }
        }
    }

    @Test
    void aClockThatIsSetMakesNoValueOld() throws IOException {
        try (AdsSimulator plc = plc(0)) {
            HealthConfig health = new HealthConfig(Duration.ofHours(2), null, Map.of());
            try (RunningDeployment running = start(plc, Map.of(), health, "MAIN.v0")) {
                awaitCondition(running, Condition.UP);
                clock.step(Duration.ofHours(3));
                await().atMost(LIMIT).until(() -> has(running, Code.CLOCK_STEP, Subject.CLOCK));
                assertThat(has(running, Code.STALE, Subject.scan("plc", "fast")))
                        .isFalse();
            }
        }
    }

    @Test
    void whatWaitsForASinkForTooLongIsAReasonAlthoughTheSinkTakesWhatItIsSent() throws IOException {
        CountDownLatch slow = new CountDownLatch(1);
        taking = () -> {
            try {
                slow.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        try (AdsSimulator plc = plc(0)) {
            HealthConfig health = new HealthConfig(null, Duration.ofSeconds(1), Map.of());
            try (RunningDeployment running = start(plc, Map.of(), health, "MAIN.v0")) {
                await().atMost(LIMIT).until(() -> has(running, Code.BEHIND, Subject.sink("console")));
                HealthReport report = running.health();
                assertThat(report.condition()).isEqualTo(Condition.DEGRADED);
                assertThat(report.facts().sinks().get(0).trouble()).isEmpty();
                slow.countDown();
                awaitCondition(running, Condition.UP);
            }
        }
    }

    @Test
    void whatIsClosedIsNeitherReadyNorUp() throws IOException {
        try (AdsSimulator plc = plc(0)) {
            RunningDeployment running = start(plc, Map.of(), "MAIN.v0");
            awaitCondition(running, Condition.UP);
            running.close();
            HealthReport report = running.health();
            assertThat(report.facts().isReady()).isFalse();
            assertThat(report.condition()).isEqualTo(Condition.DOWN);
        }
    }

    @Test
    void anAlarmIsRaisedClearedAndPublishedAsAPoint() throws IOException {
        AlarmConfig hot = new AlarmConfig(
                "hot",
                new AlarmRule.Limit(List.of("plc.MAIN.v0"), true, 70, 0),
                Duration.ZERO,
                Duration.ZERO,
                AlarmConfig.Severity.CRITICAL,
                "the oil is hot");
        try (AdsSimulator plc = plc(0);
                RunningDeployment running = start(plc, Map.of("hot", hot), "MAIN.v0")) {
            recorded.awaitValue("alarm.hot", false);
            plc.set("MAIN.v0", 71);
            recorded.awaitValue("alarm.hot", true);
            assertThat(running.health().activeAlarms()).isEqualTo(1);
            assertThat(running.health().alarms().get(0).text()).contains("the oil is hot", "71.0");
            plc.set("MAIN.v0", 3);
            await().atMost(LIMIT).until(() -> running.health().activeAlarms() == 0);
            await().atMost(LIMIT).until(() -> recorded.samplesOf("alarm.hot").size() == 3);
            assertThat(notices).anyMatch(notice -> notice.contains("alarm hot raised, critical"));
            assertThat(notices).anyMatch(notice -> notice.contains("alarm hot cleared"));
        }
    }

    @Test
    void aReloadBringsAlarmsToPointsThatAreSampledAlready() throws IOException {
        AlarmConfig hot = new AlarmConfig(
                "hot",
                new AlarmRule.Limit(List.of("plc.MAIN.v0"), true, 70, 0),
                Duration.ZERO,
                Duration.ZERO,
                AlarmConfig.Severity.WARNING,
                "");
        try (AdsSimulator plc = plc(0);
                RunningDeployment running = start(plc, Map.of(), "MAIN.v0")) {
            awaitCondition(running, Condition.UP);
            assertThat(running.reload(deployment(plc, Map.of("hot", hot), HealthConfig.STANDARD, "MAIN.v0"))
                            .lines())
                    .containsExactly("alarm hot: added");
            plc.set("MAIN.v0", 99);
            recorded.awaitValue("alarm.hot", true);
            assertThat(running.reload(deployment(plc, Map.of(), HealthConfig.STANDARD, "MAIN.v0"))
                            .lines())
                    .containsExactly("alarm hot: removed");
            assertThat(running.health().alarms()).isEmpty();
            // A receiver that has got that it is raised gets that it is over.
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(recorded.samplesOf("alarm.hot"))
                            .last()
                            .extracting(RecordedSample::value)
                            .isEqualTo(false));
            assertThat(notices).anyMatch(notice -> notice.contains("alarm hot cleared: its rule"));
        }
    }

    /** What was told of the sink. */
    private static List<HealthEvent.Kind> told(RunningDeployment running) {
        return running.events().latest().stream()
                .filter(event -> event.code().equals(Code.SINK_FAILING.text()))
                .map(HealthEvent::kind)
                .toList();
    }

    private static boolean has(RunningDeployment running, Code code, Subject subject) {
        return running.health().reasons().stream()
                .anyMatch(reason -> reason.code() == code && reason.subject().equals(subject));
    }

    private static HealthReport awaitCondition(RunningDeployment running, Condition wanted) {
        return await().atMost(LIMIT)
                .alias(wanted.name())
                .until(running::health, report -> report.condition() == wanted);
    }

    private static AdsSimulator plc(int port) throws IOException {
        return AdsSimulator.builder()
                .symbols(AdsModel.dints(2).symbols())
                .bindPort(port)
                .start();
    }

    private RunningDeployment start(AdsSimulator plc, Map<String, AlarmConfig> alarms, String... addresses)
            throws IOException {
        return start(plc, alarms, HealthConfig.STANDARD, addresses);
    }

    private RunningDeployment start(
            AdsSimulator plc, Map<String, AlarmConfig> alarms, HealthConfig health, String... addresses)
            throws IOException {
        Sink console = (stream, points) -> (batch, unit) -> {
            if (away.get()) {
                throw new IOException("the broker is away");
            }
            taking.run();
            recorded.onSamples(batch);
        };
        return RunningDeployment.start(
                deployment(plc, alarms, health, addresses), new RunContext(clock, console, notices::add));
    }

    private static Deployment deployment(
            AdsSimulator plc, Map<String, AlarmConfig> alarms, HealthConfig health, String... addresses) {
        List<PointConfig> points = new ArrayList<>();
        for (String address : addresses) {
            points.add(
                    PointConfig.of(new DataPoint("plc." + address, address, null, false, "", Map.of()), "plc", "fast"));
        }
        return new Deployment(
                Path.of("plant.yaml"),
                Map.of(
                        "plc",
                        new ConnectionConfig(
                                "plc", Connectors.provider("ads").descriptor().parse(plc.endpointUri()))),
                Map.of("fast", new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO)),
                points,
                List.of(),
                List.of(new StreamConfig("all", List.of("**"), List.of("console"), RingConfig.STANDARD, List.of())),
                Map.of("console", PartConfig.sink("console", ConsoleProvider.TYPE, Map.of())),
                null,
                Map.of(),
                health,
                new LinkedHashMap<>(alarms),
                null);
    }
}
