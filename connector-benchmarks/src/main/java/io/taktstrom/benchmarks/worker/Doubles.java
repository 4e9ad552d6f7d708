package io.taktstrom.benchmarks.worker;

import java.util.stream.IntStream;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stream.FixedGroup;

/** Groups of points of no device, of {@code LREAL} unless it says otherwise. */
public final class Doubles {

    private Doubles() {}

    public static FixedGroup of(int count) {
        return of(count, ScalarType.LREAL);
    }

    public static FixedGroup of(int count, DataType type) {
        return FixedGroup.good(
                IntStream.range(0, count).mapToObj(i -> DataPoint.of("v" + i)).toList(), type);
    }
}
