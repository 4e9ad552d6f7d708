package io.taktstrom.opcua.method;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.opcua.value.VariableLayout;

/** Arguments of a method as points, so that their values are samples like all others. */
record ArgumentGroup(List<DataPoint> points, List<VariableLayout> layouts) implements PointGroup {

    @Override
    public DataType typeAt(int point) {
        return layouts.get(point).type();
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    @Override
    public SampleBatch newBatch() {
        int arena = 0;
        for (VariableLayout layout : layouts) {
            arena = Math.addExact(arena, layout.arenaBytes());
        }
        SampleBatch batch = new SampleBatch(Math.max(1, size()), arena);
        batch.reset(this, SampleBatch.NO_TIME, 0);
        return batch;
    }

    /** Nothing is held for it. */
    @Override
    public void close() {}
}
