package io.taktstrom.benchmarks.worker;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stream.FixedGroup;

/** Groups of {@code LREAL} points of no device. */
public final class Doubles {

    private Doubles() {}

    public static FixedGroup of(int count) {
        return of(IntStream.range(0, count).mapToObj(i -> DataPoint.of("v" + i)).toList());
    }

    public static FixedGroup of(List<DataPoint> points) {
        return new FixedGroup(
                points,
                Collections.nCopies(points.size(), ScalarType.LREAL),
                Collections.nCopies(points.size(), StatusCode.GOOD));
    }
}
