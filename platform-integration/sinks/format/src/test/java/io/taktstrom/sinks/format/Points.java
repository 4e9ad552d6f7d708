package io.taktstrom.sinks.format;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/** Points of no device, all of one type. */
public record Points(DataType type, List<DataPoint> points) implements PointGroup {

    public static Points of(DataType type, DataPoint... points) {
        return new Points(type, List.of(points));
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
