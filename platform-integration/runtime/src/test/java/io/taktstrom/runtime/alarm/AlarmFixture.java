package io.taktstrom.runtime.alarm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.PointCounts;
import io.taktstrom.runtime.health.SinkReport;
import io.taktstrom.runtime.health.StreamReport;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.testkit.ManualClock;

/** Alarms of one published point, two connections, a stream and a sink, on a clock of the test. */
abstract class AlarmFixture {

    static final DataPoint OIL = new DataPoint("press1.oil", "MAIN.oil", ScalarType.INT, false, "Cel", Map.of());
    /** Published in degrees, as the device has tenths. */
    static final PointConfig OIL_CONFIG = new PointConfig(OIL, "press1", "fast", 0.1, 0, null, null);

    static final FixedGroup GROUP = new FixedGroup(List.of(OIL), List.of(ScalarType.INT), List.of(StatusCode.GOOD));

    /** Keeps what comes to a stream. */
    static final class Taken implements AccountedSink {

        final List<String> samples = new ArrayList<>();

        @Override
        public void onSamples(SampleBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                samples.add(batch.group().points().get(batch.pointAt(i)).name() + "=" + batch.longAt(i));
            }
        }

        @Override
        public void lose(DropReason reason, long samples) {}
    }

    private static final Providers NO_PROVIDERS = new Providers(List.of(), List.of(), List.of(), List.of(), "");

    final ManualClock clock = new ManualClock(1_000_000_000_000L);
    final HealthEvents events = new HealthEvents(clock);
    final List<String> notices = new ArrayList<>();
    final RunningAlarms alarms = new RunningAlarms(clock, NO_PROVIDERS, events, notices::add, null);
    final Taken passed = new Taken();
    final Taken published = new Taken();
    final AccountedSink scan = alarms.watched(List.of(OIL_CONFIG), passed);
    final SampleBatch batch = GROUP.newBatch();

    boolean isOpen = true;
    long backlog;
    ConnectionState state = ConnectionState.CONNECTED;
    ConnectionState second = ConnectionState.CONNECTED;
    String trouble = "gone";
    long lost;

    void use(AlarmConfig... configs) {
        Map<String, AlarmConfig> byName = new LinkedHashMap<>();
        for (AlarmConfig config : configs) {
            byName.put(config.name(), config);
        }
        Deployment deployment = new Deployment(
                Path.of("plant.yaml"),
                Map.of(),
                Map.of(),
                List.of(OIL_CONFIG),
                List.of(),
                List.of(),
                Map.of(),
                null,
                Map.of(),
                HealthConfig.STANDARD,
                byName,
                null);
        alarms.use(deployment, point -> Map.of("all", () -> published));
        look();
        published.samples.clear();
    }

    static AlarmConfig alarm(AlarmRule rule, int raiseSeconds, int clearSeconds) {
        return new AlarmConfig(
                "a",
                rule,
                Duration.ofSeconds(raiseSeconds),
                Duration.ofSeconds(clearSeconds),
                AlarmConfig.Severity.WARNING,
                "");
    }

    static AlarmRule above(double limit, double hysteresis) {
        return new AlarmRule.Limit(List.of("press1.*"), true, limit, hysteresis);
    }

    void sample(long raw) {
        sample(raw, StatusCode.GOOD);
    }

    void sample(long raw, int status) {
        batch.reset(GROUP, clock.epochNanos(), 0);
        batch.add(0, SampleBatch.NO_TIME, status, raw);
        scan.onSamples(batch);
    }

    void pass(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    ConnectionReport connection(String name, ConnectionState of) {
        return new ConnectionReport(
                name, of, clock.epochNanos(), trouble, 1, PointCounts.NONE, 0, 1, 0, 0, false, "", List.of());
    }

    boolean look() {
        alarms.look(new Facts(
                clock.epochNanos(),
                true,
                false,
                List.of(connection("press1", state), connection("press2", second)),
                List.of(new StreamReport(
                        "all.broker", "broker", new Accounting(0, 0, 0, Map.of()), lost, SampleBatch.NO_TIME, "")),
                List.of(new SinkReport(
                        "broker", isOpen, backlog > 0 ? "away" : "", backlog, SampleBatch.NO_TIME, 0, null)),
                Map.of(),
                0,
                "",
                ""));
        return alarms.reports().stream().anyMatch(AlarmReport::isActive);
    }
}
