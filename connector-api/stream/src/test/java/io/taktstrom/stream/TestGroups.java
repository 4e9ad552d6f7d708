package io.taktstrom.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;

/** Groups for tests, with points p0, p1, … */
public final class TestGroups {

    private TestGroups() {}

    public static FixedGroup of(DataType... types) {
        return of("p", types);
    }

    /** With points whose names begin otherwise: names are unique in a deployment. */
    static FixedGroup of(String prefix, DataType... types) {
        List<DataPoint> points = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            points.add(DataPoint.of(prefix + i, "MAIN.p" + i).withType(types[i]));
        }
        return new FixedGroup(points, List.of(types), Collections.nCopies(types.length, StatusCode.GOOD));
    }

    public static FixedGroup dints(int count) {
        return of(Collections.nCopies(count, ScalarType.DINT).toArray(DataType[]::new));
    }
}
