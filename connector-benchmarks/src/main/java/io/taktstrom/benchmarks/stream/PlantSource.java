package io.taktstrom.benchmarks.stream;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stream.FixedGroup;

/**
 * Samples of a machine that is not there, as many as are wanted: a hundred {@code LREAL} points in turn, with three decimals, a
 * microsecond apart. No two are alike, so that no receiver takes one for a repetition. One thread.
 */
public final class PlantSource {

    public static final int POINTS = 100;

    private static final long NANOS_APART = 1_000;

    private final FixedGroup group;
    private final boolean full;
    private long sequence;
    private long time = EpochNanoClock.system().epochNanos();

    public PlantSource() {
        this(false);
    }

    private PlantSource(boolean full) {
        this.full = full;
        List<DataPoint> points = IntStream.range(0, POINTS)
                .mapToObj(i -> new DataPoint(
                        "press1.axis" + i + ".position",
                        "MAIN.axis" + i + ".fPosition",
                        ScalarType.LREAL,
                        false,
                        "mm",
                        Map.of(),
                        "press1"))
                .toList();
        group = FixedGroup.good(points, ScalarType.LREAL);
    }

    public List<DataPoint> points() {
        return group.points();
    }

    /** An empty batch with room for so many samples. */
    public static SampleBatch batchOf(int samples) {
        return new SampleBatch(samples, 0);
    }

    /** The next samples, as many as the batch has room for. Hot. */
    public void fill(SampleBatch batch) {
        batch.reset(group, time, sequence);
        for (int i = 0; i < batch.capacity(); i++) {
            double value = valueOf(sequence);
            batch.addDouble(i % POINTS, time, StatusCode.GOOD, full ? Math.sqrt(value) : value);
            time += NANOS_APART;
            sequence++;
        }
    }

    /** What a sample of this number has. */
    public static double valueOf(long number) {
        return number * 37 % 100_000 / 1e3;
    }

    /** Batches that follow each other; {@code full}: with values that need 16 or 17 digits. */
    static SampleBatch[] batches(int count, int samples, boolean full) {
        PlantSource source = new PlantSource(full);
        SampleBatch[] batches = new SampleBatch[count];
        for (int i = 0; i < count; i++) {
            batches[i] = batchOf(samples);
            source.fill(batches[i]);
        }
        return batches;
    }
}
