package io.taktstrom.sinks.mqtt;

import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/** Points of no device. */
public record TestPoints(List<DataPoint> points, List<DataType> types) implements PointGroup {

    /** 2026-11-22T07:05:09.000000001Z. */
    public static final long TIME = 1_795_331_109_000_000_001L;

    public static TestPoints of(String name, DataType type) {
        return of(name, type, "press1");
    }

    public static TestPoints of(String name, DataType type, String connection) {
        DataPoint point = new DataPoint(name, "MAIN." + name, type, false, "kN", Map.of("line", "A"), connection);
        return new TestPoints(List.of(point), List.of(type));
    }

    public TestPoints and(TestPoints other) {
        return new TestPoints(
                java.util.stream.Stream.concat(points.stream(), other.points.stream())
                        .toList(),
                java.util.stream.Stream.concat(types.stream(), other.types.stream())
                        .toList());
    }

    @Override
    public DataType typeAt(int point) {
        return types.get(point);
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    /** A sample of the first point, received when it was made. */
    public SampleBatch sample(Object value) {
        return sample(TIME, value);
    }

    /** A sample of the first point. */
    public SampleBatch sample(long time, Object value) {
        SampleBatch batch = new SampleBatch(1, 1 << 16);
        batch.reset(this, time, 0);
        Values.put(batch, 0, value);
        return batch;
    }

    /** So many samples of all points in turn, of whole numbers that count. */
    public SampleBatch count(long time, long from, int samples) {
        SampleBatch batch = new SampleBatch(samples, 0);
        batch.reset(this, time, from);
        for (int i = 0; i < samples; i++) {
            batch.add(i % size(), time + i, StatusCode.GOOD, from + i);
        }
        return batch;
    }

    /** All points with a status and no value. */
    public SampleBatch bad(long time, int status) {
        SampleBatch batch = new SampleBatch(size(), 0);
        batch.reset(this, time, 0);
        for (int i = 0; i < size(); i++) {
            batch.addBad(i, time, status);
        }
        return batch;
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
