package io.taktstrom.sinks.message;

import java.util.Arrays;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/** Points of one type, and their samples. */
record Batches(List<DataPoint> points, DataType type) implements PointGroup {

    static final long TIME = 1_795_331_109_000_000_001L;

    static Batches counters(String... names) {
        return new Batches(points(names), ScalarType.DINT);
    }

    static Batches texts(String... names) {
        return new Batches(points(names), StringType.string(4_000));
    }

    private static List<DataPoint> points(String... names) {
        return Arrays.stream(names).map(name -> DataPoint.of(name, name)).toList();
    }

    /** Samples of the points in turn. */
    SampleBatch count(long from, int samples) {
        SampleBatch batch = new SampleBatch(samples, 0);
        batch.reset(this, TIME, from);
        for (int i = 0; i < samples; i++) {
            batch.add(i % points.size(), TIME + i, StatusCode.GOOD, from + i);
        }
        return batch;
    }

    /** Texts of these lengths, of the first point. */
    SampleBatch texts(int... lengths) {
        SampleBatch batch = new SampleBatch(lengths.length, 1 << 16);
        batch.reset(this, TIME, 0);
        for (int length : lengths) {
            batch.addText(0, TIME, StatusCode.GOOD, "x".repeat(length));
        }
        return batch;
    }

    @Override
    public DataType typeAt(int point) {
        return type;
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
