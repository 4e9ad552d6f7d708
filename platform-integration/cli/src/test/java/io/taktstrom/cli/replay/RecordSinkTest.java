package io.taktstrom.cli.replay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.stream.FixedGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RecordSinkTest {

    private static final ScanClass SCAN =
            new ScanClass("fast", ScanClass.Mode.POLL, Duration.ofMillis(10), Duration.ZERO);

    @TempDir
    private Path directory = Path.of("");

    private static SampleBatch sampleOf(String point) {
        FixedGroup group =
                new FixedGroup(List.of(DataPoint.of(point)), List.of(ScalarType.INT), List.of(StatusCode.GOOD));
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(group, 5, 0);
        batch.add(0, 5, StatusCode.GOOD, 1);
        return batch;
    }

    /** One unit that is complete with each batch. */
    private static final FlushUnit UNIT = new FlushUnit() {
        @Override
        public long number() {
            return 1;
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public boolean isComplete() {
            return true;
        }

        @Override
        public void refuse(int samples, String reason) {
            throw new AssertionError(reason);
        }
    };

    /** Groups of several devices come in turn; a model of many points must not be written for each of their batches. */
    @Test
    void theModelIsWrittenWhenPointsAreNewAndNotForEachBatch() throws Exception {
        Path model = directory.resolve("day.jsonl.points.json");
        RecordSink record = new RecordSink(
                directory.resolve("day.jsonl"),
                model,
                "point, value, status, sourceTime, receivedAt",
                (point, type) ->
                        new ReplayPoint(point.name(), "press1", "ads", point.address(), type, "", Map.of(), SCAN));
        try (Sink sink = record.open(
                        new OptionValues("record", Map.of()),
                        new SinkContext("record", directory::resolve, EpochNanoClock.system(), SinkObserver.NONE));
                SinkInlet inlet = sink.inlet("record", List.of())) {
            SampleBatch press = sampleOf("press1.force");
            SampleBatch oven = sampleOf("oven.temperature");
            inlet.publish(press, UNIT);
            inlet.publish(oven, UNIT);
            assertThat(ReplayModel.read(model)).hasSize(2);
            Files.delete(model);
            inlet.publish(press, UNIT);
            inlet.publish(oven, UNIT);
            assertThat(model).doesNotExist();
            inlet.publish(sampleOf("press1.stroke"), UNIT);
            assertThat(ReplayModel.read(model)).hasSize(3);
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files).hasSize(2);
            }
        }
    }
}
