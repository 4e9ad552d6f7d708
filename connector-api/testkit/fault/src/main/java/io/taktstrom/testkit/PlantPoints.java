package io.taktstrom.testkit;

import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/**
 * Points of no device, on a connection {@code press1}, in kN and labelled {@code line=A}, and samples of them. Not a record:
 * two groups are never equal.
 */
public final class PlantPoints implements PointGroup {

    /** Source time of the samples with sequence number 0: 2026-11-22T07:05:09.123456789Z. */
    public static final long TIME = 1_795_331_109_123_456_789L;

    private final List<DataPoint> points;

    public PlantPoints(DataPoint... points) {
        this.points = List.of(points);
    }

    /** The only point of a group. */
    public static PlantPoints one(DataType type) {
        return new PlantPoints(point("one", type));
    }

    public static DataPoint point(String name, DataType type) {
        return new DataPoint(name, "MAIN." + name, type, false, "kN", Map.of("line", "A"), "press1");
    }

    @Override
    public List<DataPoint> points() {
        return points;
    }

    @Override
    public DataType typeAt(int point) {
        DataType type = points.get(point).type();
        if (type == null) {
            throw new IllegalStateException(points.get(point) + " has no type");
        }
        return type;
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    /**
     * A batch of Good samples, of the points in turn. Their source time is {@link #TIME} and a microsecond for each number of
     * the sequence before the batch; they were received 500 ns later.
     */
    public SampleBatch samples(long sequence, Object... values) {
        SampleBatch read = new SampleBatch(values.length, 1 << 16);
        read.reset(this, SampleBatch.NO_TIME, 0);
        SampleBatch batch = new SampleBatch(values.length, 1 << 16);
        long time = TIME + 1000 * sequence;
        batch.reset(this, time + 500, sequence);
        for (int i = 0; i < values.length; i++) {
            Values.put(read, i % size(), values[i]);
            if (typeAt(i % size()).isInline()) {
                batch.add(i % size(), time, StatusCode.GOOD, read.longAt(i));
            } else {
                batch.addBytes(
                        i % size(), time, StatusCode.GOOD, read.arena(), read.arenaOffsetAt(i), read.lengthAt(i));
            }
        }
        return batch;
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
