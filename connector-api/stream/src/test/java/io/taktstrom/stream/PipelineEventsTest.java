package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.stream.stage.Downsample;
import io.taktstrom.testkit.Recorded;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What Flight Recorder hears of a pipeline. */
class PipelineEventsTest extends PipelineBench {

    private static List<RecordedEvent> of(String stream, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getString("stream").equals(stream))
                .toList();
    }

    private static long count(List<RecordedEvent> events, String reason) {
        return of("test", events).stream()
                .filter(event -> event.getString("reason").equals(reason))
                .mapToLong(event -> event.getLong("count"))
                .sum();
    }

    @Test
    void aFlushUnitIsOneEventWithItsSamplesAndTheirAge() throws Exception {
        List<RecordedEvent> events = Recorded.during("taktstrom.Batch", () -> {
            Pipeline started = start();
            send(started.inlet(), 1, 2, 3);
            awaitPublished(started, 3);
            started.close();
        });
        List<RecordedEvent> ours = of("test", events);
        assertThat(ours).extracting(event -> event.getInt("samples")).containsExactly(3);
        assertThat(ours.get(0).getString("outcome")).isEqualTo("published");
        // Received one nanosecond after the epoch: decades old.
        assertThat(ours.get(0).getDuration("age")).isGreaterThan(Duration.ofDays(365));
    }

    @Test
    void aReceiverThatIsAwayAndOneThatFailsAreToldApart() throws Exception {
        List<RecordedEvent> events = Recorded.during("taktstrom.Batch", () -> {
            sink.failing(new IOException("away"), new IllegalStateException("broken"));
            Pipeline started = start();
            send(started.inlet(), 1);
            await().until(() -> started.sinkFailures() == 2);
            started.close();
        });
        assertThat(of("test", events))
                .extracting(event -> event.getString("outcome"))
                .containsExactly("away", "failed");
    }

    @Test
    void whatIsDroppedIsToldByReasonAndAddsUp() throws Exception {
        List<RecordedEvent> events = Recorded.during("taktstrom.Drop", () -> {
            sink.failing(new IllegalStateException("broken"));
            Pipeline started = start(PipelineSettings.STANDARD, List.of(() -> Downsample.everyNth(2)));
            send(started.inlet(), 1, 2, 3, 4);
            await().until(() -> started.sinkFailures() == 1);
            started.close();
        });
        assertThat(count(events, "downsampled")).isEqualTo(2);
        assertThat(count(events, "sinkFailed")).isEqualTo(2);
    }

    @Test
    void whatWasDroppedBeforeTheRecordingIsNotTold() throws Exception {
        Pipeline started = start(PipelineSettings.STANDARD, List.of(() -> Downsample.everyNth(2)));
        send(started.inlet(), 1, 2, 3, 4);
        awaitPublished(started, 2);
        List<RecordedEvent> events = Recorded.during("taktstrom.Drop", () -> {
            send(started.inlet(), 5);
            awaitPublished(started, 3);
            send(started.inlet(List.of(() -> Downsample.everyNth(2))), 6, 7, 8);
            started.close();
        });
        assertThat(count(events, "downsampled")).isEqualTo(2);
    }

    @Test
    void whatGoesToTheDiskIsToldWithItsSize(@TempDir Path folder) throws Exception {
        List<RecordedEvent> events = Recorded.during("taktstrom.Spill", () -> {
            Pipeline started = Pipeline.to(sink)
                    .named("disk")
                    .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.SPILL))
                    .spill(TestLogs.open(folder), new SpillSettings(true, 0))
                    .start();
            send(started.inlet(), 1, 2, 3);
            awaitPublished(started, 3);
            started.close();
        });
        List<RecordedEvent> ours = of("disk", events);
        assertThat(ours).extracting(event -> event.getInt("samples")).containsExactly(3);
        assertThat(ours.get(0).getLong("size")).isPositive();
    }
}
