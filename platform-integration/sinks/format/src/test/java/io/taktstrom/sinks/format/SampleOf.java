package io.taktstrom.sinks.format;

import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/** A batch of one point, as if a device had sent it. */
record SampleOf(DataType type) implements PointGroup {

    /** 2026-11-21T07:05:09.000000001Z. */
    static final long TIME = 1_795_244_709_000_000_001L;

    private static final List<DataPoint> POINTS = List.of(new DataPoint(
            "press1.\"temp\"", "MAIN.fTemp", null, false, "Cel", Map.of("line", "A", "kind", "oil"), "press1"));

    static SampleBatch value(DataType type, Object value) {
        SampleBatch batch = new SampleBatch(1, 4096);
        batch.reset(new SampleOf(type), TIME, 0);
        Values.put(batch, 0, value);
        return batch;
    }

    static SampleBatch bits(DataType type, long bits) {
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(new SampleOf(type), TIME + 1, 0);
        batch.add(0, TIME, StatusCode.GOOD, bits);
        return batch;
    }

    @Override
    public List<DataPoint> points() {
        return POINTS;
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
