package io.taktstrom.runtime.tap;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScanTapTest {

    private static final ScanClass SCAN =
            new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ZERO);

    private final TapReading reading = new TapReading();

    private static List<PointConfig> points(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> PointConfig.of(DataPoint.of("p" + i, "a" + i), "plc", "fast"))
                .toList();
    }

    private static ScanTap tap(int count) {
        return new ScanTap(SCAN, points(count), List.of("all.file"), EpochNanoClock.system());
    }

    private static FixedGroup group(ScanTap tap, DataType type) {
        return new FixedGroup(
                tap.points().stream().map(PointConfig::point).toList(),
                tap.points().stream().map(point -> type).toList(),
                tap.points().stream().map(point -> StatusCode.GOOD).toList());
    }

    private static SampleBatch batch(FixedGroup group) {
        SampleBatch batch = group.newBatch();
        batch.reset(group, 2_000, 0);
        return batch;
    }

    @Test
    void whatHasNotComeYetCannotBeRead() {
        ScanTap tap = tap(1);
        assertThat(tap.read(0, reading)).isFalse();
    }

    @Test
    void theLastSampleOfAPointIsThereWithHowManyThereWere() {
        ScanTap tap = tap(2);
        SampleBatch batch = batch(group(tap, ScalarType.LREAL));
        batch.addDouble(0, 900, StatusCode.GOOD, 1.5);
        batch.addDouble(1, 1_000, StatusCode.BAD_DEVICE_FAILURE, 7);
        tap.onSamples(batch);
        batch.reset(batch.group(), 3_000, 2);
        batch.addDouble(0, 1_900, StatusCode.UNCERTAIN, 2.5);
        tap.onSamples(batch);
        assertThat(tap.read(0, reading)).isTrue();
        assertThat(reading.batch().doubleAt(0)).isEqualTo(2.5);
        assertThat(reading.batch().statusAt(0)).isEqualTo(StatusCode.UNCERTAIN);
        assertThat(reading.batch().sourceTimeAt(0)).isEqualTo(1_900);
        assertThat(reading.batch().receivedAt()).isEqualTo(3_000);
        assertThat(reading.samples()).isEqualTo(2);
        assertThat(tap.read(1, reading)).isTrue();
        assertThat(reading.batch().receivedAt()).isEqualTo(2_000);
        assertThat(tap.samples()).isEqualTo(3);
        assertThat(tap.latency().count()).isEqualTo(2);
        assertThat(tap.gaps().count()).isEqualTo(1);
    }

    @Test
    void aStringIsThereAndTheFirstOfOneThatIsTooLong() {
        ScanTap tap = tap(1);
        SampleBatch batch = batch(group(tap, new StringType(StringType.Encoding.UTF_8, 20_000)));
        batch.addText(0, 1, StatusCode.GOOD, "wide");
        tap.onSamples(batch);
        assertThat(tap.read(0, reading)).isTrue();
        assertThat(reading.batch().textAt(0)).isEqualTo("wide");
        assertThat(reading.isWhole()).isTrue();
        batch.reset(batch.group(), 2, 1);
        batch.addText(0, 1, StatusCode.GOOD, "x".repeat(10_000));
        tap.onSamples(batch);
        assertThat(tap.read(0, reading)).isTrue();
        assertThat(reading.isWhole()).isFalse();
        assertThat(reading.batch().textAt(0)).isEqualTo("x".repeat(ScanTap.MAX_IMAGE_BYTES));
    }

    @Test
    void anotherSessionMayHaveOtherTypes() {
        ScanTap tap = tap(1);
        SampleBatch number = batch(group(tap, ScalarType.DINT));
        number.add(0, 1, StatusCode.GOOD, 42);
        tap.onSamples(number);
        SampleBatch text = batch(group(tap, new StringType(StringType.Encoding.UTF_8, 80)));
        text.addText(0, 1, StatusCode.GOOD, "now a text");
        tap.onSamples(text);
        assertThat(tap.read(0, reading)).isTrue();
        assertThat(reading.batch().textAt(0)).isEqualTo("now a text");
    }

    @Test
    void whoReadsNeverSeesHalfASample() {
        ScanTap tap = tap(1);
        FixedGroup group = group(tap, ScalarType.LINT);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            SampleBatch batch = group.newBatch();
            for (long i = 1; !done.get(); i++) {
                batch.reset(group, i, 0);
                batch.add(0, i, StatusCode.GOOD, i);
                tap.onSamples(batch);
            }
        });
        long read = 0;
        while (read < 100_000) {
            if (tap.read(0, reading)) {
                read++;
                long value = reading.batch().longAt(0);
                assertThat(reading.batch().sourceTimeAt(0)).isEqualTo(value);
                assertThat(reading.batch().receivedAt()).isEqualTo(value);
                assertThat(reading.samples()).isEqualTo(value);
            }
        }
        done.set(true);
        writer.join();
    }

    @Test
    void aSampleAllocatesNothing() throws Exception {
        ScanTap tap = tap(100);
        SampleBatch batch = batch(group(tap, ScalarType.LREAL));
        for (int i = 0; i < 100; i++) {
            batch.addDouble(i, 1_000, StatusCode.GOOD, i);
        }
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> tap.onSamples(batch));
    }

    @Test
    void aStringAllocatesNothing() throws Exception {
        ScanTap tap = tap(1);
        SampleBatch batch = batch(group(tap, new StringType(StringType.Encoding.UTF_8, 80)));
        batch.addText(0, 1, StatusCode.GOOD, "wide");
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> tap.onSamples(batch));
    }
}
