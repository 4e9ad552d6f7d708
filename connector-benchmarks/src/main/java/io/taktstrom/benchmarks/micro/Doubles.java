package io.taktstrom.benchmarks.micro;

import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;

/** A group of {@code LREAL} points of no device. */
record Doubles(List<DataPoint> points) implements PointGroup {

    static Doubles of(int count) {
        return new Doubles(
                IntStream.range(0, count).mapToObj(i -> DataPoint.of("v" + i)).toList());
    }

    @Override
    public DataType typeAt(int point) {
        return ScalarType.LREAL;
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    @Override
    public void close() {}
}
