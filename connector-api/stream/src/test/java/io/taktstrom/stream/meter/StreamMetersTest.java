package io.taktstrom.stream.meter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.stream.ClockWatch;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.stream.SpillSettings;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.stream.TestLogs;
import io.taktstrom.stream.source.FakeDevice;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.stream.stage.Downsample;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class StreamMetersTest {

    private static final Path TABLE = Path.of("../../docs/reference/metrics.md");
    private static final ScanClass SCAN =
            new ScanClass("slow", ScanClass.Mode.POLL, Duration.ofMillis(1), Duration.ZERO);

    private static final ScanClass OTHER =
            new ScanClass("other", ScanClass.Mode.POLL, Duration.ofMillis(1), Duration.ZERO);

    private static final ScanClass RING =
            new ScanClass("slow", ScanClass.Mode.BLOCK, Duration.ofDays(1), Duration.ZERO);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final StreamMeters meters = new StreamMeters(registry);
    private final RequestMeter requests = new RequestMeter(EpochNanoClock.system(), message -> {});
    private final SinkMeter sinkMeter = new SinkMeter(EpochNanoClock.system(), message -> {});
    private final FakeDevice device = FakeDevice.polled();
    private Pipeline pipeline;
    private final ManagedConnection connection = ManagedConnection.to(device, device.endpoint())
            .named("press1")
            .scan(new Scan(SCAN, List.of(DataPoint.of("a")), batch -> {}))
            .scan(new Scan(RING, List.of(DataPoint.of("b")), batch -> {}))
            .start();

    private final ClockWatch clockWatch = ClockWatch.start(EpochNanoClock.system(), message -> {});

    @BeforeEach
    void startAPipeline(@TempDir Path folder) throws IOException {
        pipeline = Pipeline.to((batch, endOfBatch) -> {})
                .named("plant")
                .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.SPILL))
                .spill(TestLogs.open(folder), SpillSettings.STANDARD)
                .stage(() -> Downsample.everyNth(2))
                .start();
    }

    @AfterEach
    void close() {
        clockWatch.close();
        connection.close();
        pipeline.close();
    }

    private void bindAll() {
        meters.add("file", pipeline)
                .add(connection)
                .add("press1", requests)
                .add("press1", new NoticeLimit(EpochNanoClock.system(), message -> {}))
                .addBrowses("press1", new AtomicLong())
                .add("file", (stream, points) -> (batch, unit) -> {}, sinkMeter)
                .addCommands(outcome -> 0)
                .addHealth(this, test -> 2)
                .addComputed(this, test -> 1)
                .addReload(this, test -> true)
                .addStandby(this, test -> 1, test -> 3)
                .addAlarm("hot", "warning", this, test -> true)
                .addReceiver("chat", this, test -> 3, test -> 1, test -> 1, Map.of("refused", test -> 1))
                .add(clockWatch);
    }

    private double value(String name, String... tags) {
        return registry.get(name).tags(tags).meter().measure().iterator().next().getValue();
    }

    @Test
    void thePipelinesMetersShowItsCounts() {
        bindAll();
        FixedGroup group = TestGroups.dints(1);
        SampleBatch batch = new SampleBatch(3, 0);
        batch.reset(group, 1, 0);
        for (int i = 0; i < 3; i++) {
            batch.add(0, i, StatusCode.GOOD, i);
        }
        pipeline.inlet().onSamples(batch);
        await().until(() -> value("taktstrom.stream.published", "stream", "plant") == 2);

        assertThat(value("taktstrom.stream.received")).isEqualTo(3);
        assertThat(value("taktstrom.stream.buffered")).isZero();
        assertThat(value("taktstrom.stream.dropped", "reason", "downsampled")).isEqualTo(1);
        assertThat(value("taktstrom.stream.dropped", "reason", "overflowOldest"))
                .isZero();
        assertThat(value("taktstrom.ring.high.water")).isEqualTo(2);
        assertThat(value("taktstrom.spill.well", "stream", "plant")).isEqualTo(1);
        assertThat(value("taktstrom.spill.samples", "stream", "plant")).isZero();
        assertThat(value("taktstrom.sink.failures")).isZero();
    }

    @Test
    void theConnectionsMetersShowItsLife() {
        bindAll();
        await().until(() -> value("taktstrom.connection.connected", "connection", "press1") == 1);
        await().until(() -> value("taktstrom.poll.reads", "scan", "slow") > 10);
        assertThat(value("taktstrom.connection.attempts")).isEqualTo(1);
        assertThat(value("taktstrom.connection.reconnects")).isZero();
        assertThat(value("taktstrom.poll.lateness", "quantile", "1")).isPositive();
        assertThat(value("taktstrom.poll.jitter", "quantile", "1")).isPositive();
        connection.close();
        assertThat(value("taktstrom.connection.connected")).isZero();
    }

    @Test
    void whatWaitsForASinkIsShownWithItsAge() {
        bindAll();
        assertThat(value("taktstrom.sink.backlog", "sink", "file", "stream", "plant"))
                .isZero();
        assertThat(value("taktstrom.sink.oldest", "sink", "file", "stream", "plant"))
                .isZero();
        assertThat(value("taktstrom.stream.unaccounted", "stream", "plant")).isZero();
    }

    private void badPoints() {
        await().until(() -> value("taktstrom.points", "scan", "slow", "state", "good") > 0);
        connection.subscribe(new Scan(OTHER, List.of(DataPoint.of("unknown")), batch -> {}));
        meters.add(connection);
        await().until(() -> value("taktstrom.points", "scan", "other", "state", "bad") == 1);
    }

    @Test
    void pointsAreCountedByStateAndBadOnesByTheirStatus() {
        bindAll();
        assertThat(registry.find("taktstrom.points.bad").meters()).isEmpty();
        badPoints();
        assertThat(value("taktstrom.points.bad", "status", "Bad_NodeIdUnknown")).isEqualTo(1);
        assertThat(value("taktstrom.points", "scan", "other", "state", "good")).isZero();
        assertThat(value("taktstrom.points", "scan", "other", "state", "waiting"))
                .isZero();
    }

    @Test
    void theAgeOfAScanIsThatOfItsLastValue() {
        connection.subscribe(new Scan(OTHER, List.of(DataPoint.of("c")), batch -> {}));
        bindAll();
        await().until(() -> value("taktstrom.poll.reads", "scan", "other") > 1);
        device.onRead = FakeDevice.failing(new RequestTimeoutException("no answer"));
        await().until(() -> value("taktstrom.scan.age", "scan", "other") > 0.2);
        device.onRead = FakeDevice.Script.NOTHING;
        await().until(() -> value("taktstrom.scan.age", "scan", "other") < 0.2);
    }

    @Test
    void anAlarmThatIsRaisedShows() {
        bindAll();
        assertThat(value("taktstrom.alarm.active", "alarm", "hot", "severity", "warning"))
                .isEqualTo(1);
    }

    @Test
    void requestsAreTimedByOperation() {
        bindAll();
        requests.onOperationCompleted(Operation.READ, 2_000_000);
        requests.onRoundTrips(3);
        assertThat(value("taktstrom.requests", "operation", "read")).isEqualTo(1);
        assertThat(value("taktstrom.requests", "operation", "write")).isZero();
        assertThat(value("taktstrom.request.duration", "operation", "read", "quantile", "0.99"))
                .as("seconds")
                .isBetween(0.0019, 0.0021);
        assertThat(value("taktstrom.round.trips")).isEqualTo(3);
    }

    @Test
    void certificatesShowTheirDaysOnceTheyAreKnownWhetherBeforeOrAfterTheMeters() {
        sinkMeter.onCertificate(CertificateHolder.SELF, Instant.now().plus(Duration.ofHours(36)));
        bindAll();
        assertThat(registry.find("taktstrom.connection.certificate.left").meters())
                .isEmpty();
        requests.onCertificate(CertificateHolder.PEER, Instant.now().minus(Duration.ofDays(2)));
        assertThat(value("taktstrom.sink.certificate.left", "sink", "file", "holder", "self"))
                .isBetween(1.49, 1.51);
        assertThat(value("taktstrom.connection.certificate.left", "connection", "press1", "holder", "peer"))
                .isBetween(-2.01, -1.99);
        requests.onCertificate(CertificateHolder.PEER, Instant.now().plus(Duration.ofDays(365)));
        assertThat(value("taktstrom.connection.certificate.left", "connection", "press1", "holder", "peer"))
                .isBetween(364.9, 365.1);
    }

    @Test
    void measuringRequestsAllocatesNothing() throws Exception {
        AllocationMeter.currentThread().assertZeroPerOperation(50_000, () -> {
            requests.onOperationCompleted(Operation.READ, 12_345);
            requests.onRoundTrips(1);
        });
    }

    @Test
    void closingTakesAllMetersOut() {
        bindAll();
        meters.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void theDocumentedTableAndTheMetersAgree() throws IOException {
        bindAll();
        badPoints();
        sinkMeter.onCertificate(CertificateHolder.SELF, Instant.now());
        requests.onCertificate(CertificateHolder.PEER, Instant.now());
        List<String> documented = Files.readAllLines(TABLE).stream()
                .filter(line -> line.startsWith("| `taktstrom."))
                .toList();
        assertThat(registry.getMeters().stream().map(StreamMetersTest::row).distinct())
                .containsExactlyInAnyOrderElementsOf(documented);
        assertThat(documented.stream().map(row -> row.substring(3, row.indexOf('`', 3))))
                .containsExactlyElementsOf(
                        Arrays.stream(Metric.values()).map(Metric::text).toList());
    }

    private static String row(Meter meter) {
        Meter.Id id = meter.getId();
        return "| `" + id.getName() + "` | " + (id.getType() == Meter.Type.COUNTER ? "counter" : "gauge") + " | "
                + Objects.requireNonNullElse(id.getBaseUnit(), "") + " | "
                + id.getTags().stream().map(tag -> "`" + tag.getKey() + "`").collect(Collectors.joining(", "))
                + " | " + id.getDescription() + " |";
    }
}
