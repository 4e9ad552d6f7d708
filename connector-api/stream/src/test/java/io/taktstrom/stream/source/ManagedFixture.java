package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A fake device, a managed connection to it, and what its sink and its listener heard. */
abstract class ManagedFixture {

    static final ScanClass NOTIFY = new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ZERO);
    static final ScanClass POLL = new ScanClass("slow", ScanClass.Mode.POLL, Duration.ofMillis(2), Duration.ZERO);
    static final List<DataPoint> POINTS = List.of(DataPoint.of("a"), DataPoint.of("b"));

    /** Quick, and quiet unless a test wants heartbeats. */
    static final ManagedSettings SETTINGS = ManagedSettings.standard()
            .withBackOff(Duration.ofMillis(1), Duration.ofMillis(5))
            .withHeartbeat(Duration.ofMinutes(10));

    final FakeDevice device = FakeDevice.pushing();
    final RecordingSink sink = new RecordingSink();
    final List<String> notices = new CopyOnWriteArrayList<>();

    @Nullable
    ManagedConnection running;

    ManagedConnection start(FakeDevice to, ScanClass scan, SampleSink sinkOfScan, ManagedSettings settings) {
        ManagedConnection connection = ManagedConnection.to(to, to.endpoint())
                .named("press1")
                .scan(new Scan(scan, POINTS, sinkOfScan))
                .settings(settings)
                .onNotice(notices::add)
                .start();
        running = connection;
        return connection;
    }

    ManagedConnection start() {
        return start(device, NOTIFY, sink, SETTINGS);
    }

    @AfterEach
    void closingLeavesNothingBehind() {
        if (running != null) {
            running.close();
            await().until(() -> ownThreads() == 0);
            assertThat(running.state()).isEqualTo(ConnectionState.CLOSED);
            assertThat(device.open()).isZero();
        }
    }

    static long ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("takt-"))
                .count();
    }

    List<Integer> statusesOf(String point) {
        return sink.samplesOf(point).stream().map(RecordedSample::status).toList();
    }

    static long polls(ManagedConnection connection) {
        return connection.pollMeters().values().stream()
                .mapToLong(PollMeter::polls)
                .sum();
    }

    void awaitValue(long value) {
        sink.awaitValue("a", value);
    }

    void loseAndAwaitReturn(long value) {
        device.value = value;
        device.lose();
        awaitValue(value);
    }
}
