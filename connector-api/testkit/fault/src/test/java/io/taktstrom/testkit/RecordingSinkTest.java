package io.taktstrom.testkit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class RecordingSinkTest {

    private static final PointGroup POINTS = new FixedPoints(
            List.of(DataPoint.of("speed"), DataPoint.of("name")),
            List.of(DataType.parse("LREAL"), DataType.parse("STRING(20)")));

    private final RecordingSink sink = new RecordingSink();
    private final SampleBatch batch = new SampleBatch(8, 100);

    @Test
    void samplesOutliveTheReuseOfTheirBatch() {
        batch.reset(POINTS, 1000, 5);
        batch.addDouble(0, 900, StatusCode.GOOD, 1.5);
        batch.addText(1, 901, StatusCode.GOOD, "PRESS-1");
        sink.onSamples(batch);
        batch.reset(POINTS, 2000, 7);
        batch.addBad(1, SampleBatch.NO_TIME, StatusCode.BAD_NO_COMMUNICATION);
        sink.onSamples(batch);

        assertThat(sink.samples())
                .containsExactly(
                        new RecordedSample("speed", 1.5, StatusCode.GOOD, 900, 1000, 5),
                        new RecordedSample("name", "PRESS-1", StatusCode.GOOD, 901, 1000, 6),
                        new RecordedSample(
                                "name", null, StatusCode.BAD_NO_COMMUNICATION, SampleBatch.NO_TIME, 2000, 7));
        assertThat(sink.samplesOf("speed")).hasSize(1);
        assertThat(sink.batches()).isEqualTo(2);

        sink.clear();
        assertThat(sink.samples()).isEmpty();
        assertThat(sink.batches()).isZero();
    }

    @Test
    void awaitingReturnsWhenAnotherThreadDelivers() {
        CompletableFuture<Void> delivery = CompletableFuture.runAsync(() -> deliver(3));

        assertThat(sink.awaitValue("speed", 2.0).sequence()).isEqualTo(2);
        assertThat(sink.awaitCount(3)).hasSize(3);
        assertThat(sink.awaitSample(sample -> sample.sequence() == 1).value()).isEqualTo(1.0);
        delivery.join();
    }

    @Test
    void whatDoesNotComeFailsWithWhatCameInstead() {
        RecordingSink impatient = new RecordingSink(Duration.ofMillis(20));
        batch.reset(POINTS, 0, 0);
        batch.addDouble(0, 0, StatusCode.GOOD, 1.5);
        impatient.onSamples(batch);

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> impatient.awaitValue("speed", 2.5))
                .withMessageContaining("PT0.02S for speed=2.5")
                .withMessageContaining("speed=1.5 (Good, #0)");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> impatient.awaitCount(2))
                .withMessageContaining("2 samples");
    }

    @Test
    void sourcesMayDeliverAtTheSameTime() {
        List<CompletableFuture<Void>> sources = List.of(
                CompletableFuture.runAsync(() -> deliver(5000)), CompletableFuture.runAsync(() -> deliver(5000)));

        assertThat(sink.awaitCount(10_000)).hasSize(10_000).doesNotContainNull();
        sources.forEach(CompletableFuture::join);
    }

    private void deliver(int samples) {
        SampleBatch own = new SampleBatch(1, 0);
        for (int i = 0; i < samples; i++) {
            own.reset(POINTS, 0, i);
            own.addDouble(0, 0, StatusCode.GOOD, i);
            sink.onSamples(own);
        }
    }

    private record FixedPoints(List<DataPoint> points, List<DataType> types) implements PointGroup {
        @Override
        public DataType typeAt(int point) {
            return types.get(point);
        }

        @Override
        public int statusAt(int point) {
            return StatusCode.GOOD;
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }
}
