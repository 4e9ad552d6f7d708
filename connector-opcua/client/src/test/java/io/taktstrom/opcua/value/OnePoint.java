package io.taktstrom.opcua.value;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/** A group of one point, with the type of a layout. */
record OnePoint(VariableLayout layout) implements PointGroup {

    @Override
    public List<DataPoint> points() {
        return List.of(DataPoint.of("x"));
    }

    @Override
    public DataType typeAt(int point) {
        return layout.type();
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    @Override
    public void close() {}
}
