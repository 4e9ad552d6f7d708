package io.taktstrom.s7.value;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/** A group of one good point. */
record OnePoint(DataType type) implements PointGroup {

    @Override
    public List<DataPoint> points() {
        return List.of(DataPoint.of("it"));
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
    public void close() {}
}
