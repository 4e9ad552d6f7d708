package io.taktstrom.sinks.opcua;

import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.TestUnit;

/** Points of no device. */
record TestGroup(List<DataPoint> points, List<DataType> types) implements PointGroup {

    /** 2026-11-22T07:05:09Z. */
    static final long TIME = 1_795_331_109_000_000_000L;

    static DataPoint point(String name, String unit) {
        return new DataPoint(name, "MAIN." + name, null, false, unit, Map.of(), "press1");
    }

    @Override
    public DataType typeAt(int point) {
        return types.get(point);
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    /** Publishes a value of each of the first points, in a unit of its own; returns how many were refused. */
    int publish(SinkInlet inlet, long unit, Object... values) throws Exception {
        SampleBatch batch = new SampleBatch(values.length, 1 << 12);
        batch.reset(this, TIME, unit);
        for (int i = 0; i < values.length; i++) {
            Values.put(batch, i, values[i]);
        }
        SampleBatch timed = new SampleBatch(values.length, 1 << 12);
        timed.reset(this, TIME, unit);
        for (int i = 0; i < values.length; i++) {
            if (typeAt(i).isInline()) {
                timed.add(i, TIME, StatusCode.GOOD, batch.longAt(i));
            } else {
                timed.addBytes(i, TIME, StatusCode.GOOD, batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i));
            }
        }
        TestUnit delivered = new TestUnit(unit, 1).deliver(values.length, true);
        inlet.publish(timed, delivered);
        return delivered.refused().size();
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
