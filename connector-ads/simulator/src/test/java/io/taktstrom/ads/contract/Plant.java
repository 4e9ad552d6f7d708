package io.taktstrom.ads.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.model.ScanClass.Mode;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A PLC that comes and goes, and what watches it: two scans of one managed connection, into one pipeline.
 *
 * <pre>
 *   AdsSimulator 127.0.0.1:port        pushed: all points, each change
 *        ^                              |
 *        '---- ManagedConnection -------+--> Pipeline --> recorded
 *                                       |
 *                                      polled: POLLED points, each 5 ms
 * </pre>
 *
 * <p>Point {@code MAIN.v7} holds 7, 1007, 2007 ...: whatever is good shows whose value it is. {@code MAIN.tick} counts.
 */
final class Plant implements AutoCloseable {

    static final int POINTS = 40;
    static final String TICK = "MAIN.tick";
    private static final int POLLED = 5;
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final HeldPort port = new HeldPort();
    private final RecordingSink recorded = new RecordingSink(TestPlc.LIMIT);
    private final AtomicLong delivered = new AtomicLong();
    private final ManualClock clock = new ManualClock(EpochNanoClock.system().epochNanos());
    private final Pipeline pipeline;
    private final ManagedConnection connection;
    private @Nullable AdsSimulator plc;
    private volatile boolean unbalanced;
    private volatile boolean hurried;

    /** @param options of the endpoint, each {@code name=value} */
    Plant(String... options) throws IOException {
        this(null, ManagedSettings.standard().withBackOff(SHORTEST, SHORTEST.multipliedBy(4)), options);
    }

    /** @param proxyPort where the connection is made instead of at the PLC itself */
    Plant(int proxyPort, String... options) throws IOException {
        this(proxyPort, ManagedSettings.standard().withBackOff(SHORTEST, SHORTEST.multipliedBy(4)), options);
    }

    /** @param maxBackOff where it stops to double */
    Plant(Duration maxBackOff, String... options) throws IOException {
        this(null, ManagedSettings.standard().withBackOff(Duration.ofMillis(100), maxBackOff), options);
    }

    private Plant(@Nullable Integer proxyPort, ManagedSettings settings, String... options) throws IOException {
        pipeline = Pipeline.to((batch, unit) -> recorded.onSamples(batch))
                .named("plant")
                .clock(clock)
                .start();
        int target = proxyPort == null ? port.number() : proxyPort;
        Endpoint endpoint = TestPlc.at("ads://127.0.0.1:" + target + "/192.0.2.1.1.1:851", options);
        connection = ManagedConnection.to(new AdsProvider(), endpoint)
                .named("press")
                .scan(pushed())
                .scan(polled())
                .settings(settings.withHeartbeat(Duration.ofMillis(300))
                        .withSeed(1)
                        .withIdle(this::pass, this::pass))
                .clock(clock)
                .start();
    }

    /** Time passes as fast as it is waited for: really, or in a hurry at once. */
    private void pass(EpochNanoClock ignored, long deadline) {
        if (!hurried) {
            LockSupport.parkNanos(Math.min(deadline - clock.nanoTime(), SHORTEST.toNanos()));
        }
        long step = hurried ? Long.MAX_VALUE : SHORTEST.toNanos();
        clock.advance(Duration.ofNanos(Math.max(0, Math.min(deadline - clock.nanoTime(), step))));
    }

    /** Lets so much time pass in a hurry. */
    void pass(Duration time) {
        long goal = clock.nanoTime() + time.toNanos();
        hurryUntil(() -> clock.nanoTime() >= goal);
    }

    /** Lets as much time pass in a hurry as it takes to connect. */
    void awaitConnected() {
        hurryUntil(() -> connection.state() == ConnectionState.CONNECTED);
    }

    private void hurryUntil(Callable<Boolean> condition) {
        hurried = true;
        await().until(condition);
        hurried = false;
    }

    private Scan pushed() {
        List<DataPoint> points =
                new ArrayList<>(names().stream().map(DataPoint::of).toList());
        points.add(DataPoint.of(TICK));
        return new Scan(new ScanClass("pushed", Mode.NOTIFY, SHORTEST, Duration.ZERO), points, counted());
    }

    private Scan polled() {
        List<DataPoint> points = names().stream()
                .limit(POLLED)
                .map(name -> DataPoint.of("polled." + name, name))
                .toList();
        return new Scan(new ScanClass("polled", Mode.POLL, Duration.ofMillis(5), Duration.ZERO), points, counted());
    }

    private SampleSink counted() {
        SampleSink inlet = pipeline.inlet();
        return (SampleBatch batch) -> {
            delivered.addAndGet(batch.size());
            inlet.onSamples(batch);
            if (!pipeline.accounting().isBalanced()) {
                unbalanced = true;
            }
        };
    }

    static List<String> names() {
        return IntStream.range(0, POINTS).mapToObj(i -> "MAIN.v" + i).toList();
    }

    HeldPort port() {
        return port;
    }

    ManagedConnection connection() {
        return connection;
    }

    /** Starts the PLC again: its values are in that many thousands, at other addresses than before. */
    AdsSimulator start(int thousands) throws IOException {
        StringBuilder model = new StringBuilder("taskCycle: 1ms\nsymbols:\n");
        model.append("  MAIN.gap: \"ARRAY[0..%d] OF BYTE\"\n".formatted(8 * thousands));
        model.append("  MAIN.tick: {type: DINT, waveform: counter}\n");
        for (int i = 0; i < POINTS; i++) {
            int own = thousands % 2 == 0 ? i : POINTS - 1 - i;
            model.append("  MAIN.v%d: {type: DINT, value: %d}\n".formatted(own, 1000 * thousands + own));
        }
        AdsSimulator started = AdsSimulator.builder()
                .model(AdsModel.parse(model.toString()))
                .bindPort(port.number())
                .start();
        plc = started;
        return started;
    }

    void stop() {
        if (plc != null) {
            plc.close();
        }
    }

    List<String> points() {
        List<String> points = new ArrayList<>(names());
        names().stream().limit(POLLED).forEach(name -> points.add("polled." + name));
        return points;
    }

    /** Waits until every point has its value of this start. */
    void awaitValues(int thousands) {
        for (String point : points()) {
            recorded.awaitValue(point, 1000L * thousands + Integer.parseInt(point.replaceAll(".*v", "")));
        }
    }

    /** Waits until the last that was heard of each point is Bad. */
    void awaitAllBad() {
        await().until(() -> {
            Map<String, Integer> last = new HashMap<>();
            recorded.samples().forEach(sample -> last.put(sample.point(), sample.status()));
            return points().stream().allMatch(point -> StatusCode.isBad(last.getOrDefault(point, StatusCode.GOOD)));
        });
    }

    /** Each point was Bad once at each outage and no more, and Good only with a value of its own. */
    void assertOneBadPerOutage(int outages) {
        for (String point : points()) {
            List<RecordedSample> samples = recorded.samplesOf(point);
            assertThat(samples)
                    .as(point)
                    .filteredOn(sample -> !StatusCode.isGood(sample.status()))
                    .hasSize(outages);
            int own = Integer.parseInt(point.replaceAll(".*v", ""));
            assertThat(samples)
                    .as(point)
                    .filteredOn(sample -> StatusCode.isGood(sample.status()))
                    .allMatch(sample -> sample.value() instanceof Long value && value % 1000 == own);
        }
    }

    /** The counter misses no step, but where it says so. */
    void assertNoSilentGap() {
        @Nullable Long last = null;
        for (RecordedSample sample : recorded.samplesOf(TICK)) {
            Long value = (Long) sample.value();
            if (value != null && last != null) {
                assertThat(value).as(sample.toString()).isEqualTo(last + 1);
            }
            last = value;
        }
    }

    /** Ends all, and shows that every sample that was delivered is accounted for. */
    void closeAndBalance() {
        connection.close();
        pipeline.close();
        Accounting accounting = pipeline.accounting();
        assertThat(unbalanced).as("out of balance at any time").isFalse();
        assertThat(accounting.isBalanced()).as(accounting.toString()).isTrue();
        assertThat(accounting.received()).isEqualTo(delivered.get());
        assertThat(accounting.droppedTotal()).as(accounting.toString()).isZero();
        assertThat(recorded.samples()).hasSize((int) accounting.published());
        assertThat(connection.sinkFailures()).isZero();
    }

    @Override
    public void close() throws IOException {
        connection.close();
        pipeline.close();
        stop();
        port.close();
    }
}
