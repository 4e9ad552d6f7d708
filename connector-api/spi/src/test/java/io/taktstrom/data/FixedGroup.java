package io.taktstrom.data;

import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/** Points p0, p1, ... of these types, all good. */
record FixedGroup(List<DataType> types) implements PointGroup {

    static FixedGroup of(DataType... types) {
        return new FixedGroup(List.of(types));
    }

    @Override
    public List<DataPoint> points() {
        return IntStream.range(0, types.size())
                .mapToObj(i -> DataPoint.of("p" + i).withType(types.get(i)))
                .toList();
    }

    @Override
    public DataType typeAt(int point) {
        return types.get(point);
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    @Override
    public void close() {}
}
