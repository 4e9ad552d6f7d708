package io.taktstrom.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;

/**
 * A point group that belongs to no connection and never changes, so it can wait in a ring with its samples and outlive
 * the session that they came from.
 *
 * @param points the points
 * @param types one for each point
 * @param statuses one for each point
 */
public record FixedGroup(List<DataPoint> points, List<DataType> types, List<Integer> statuses) implements PointGroup {

    public FixedGroup {
        points = List.copyOf(points);
        types = List.copyOf(types);
        statuses = List.copyOf(statuses);
        if (types.size() != points.size() || statuses.size() != points.size()) {
            throw new IllegalArgumentException(points.size() + " points need as many types (" + types.size()
                    + ") and statuses (" + statuses.size() + ")");
        }
    }

    /** What a group says now. */
    public static FixedGroup of(PointGroup group) {
        List<DataType> types = new ArrayList<>();
        List<Integer> statuses = new ArrayList<>();
        for (int point = 0; point < group.size(); point++) {
            types.add(group.typeAt(point));
            statuses.add(group.statusAt(point));
        }
        return new FixedGroup(group.points(), types, statuses);
    }

    /** Points that no device has resolved yet: with their declared types, or DWORD. */
    public static FixedGroup unresolved(List<DataPoint> points) {
        return new FixedGroup(
                points,
                points.stream()
                        .map(point -> Objects.<DataType>requireNonNullElse(point.type(), ScalarType.DWORD))
                        .toList(),
                Collections.nCopies(points.size(), StatusCode.BAD_NOT_CONNECTED));
    }

    /** Points of one type, all of them Good. */
    public static FixedGroup good(List<DataPoint> points, DataType type) {
        return new FixedGroup(
                points, Collections.nCopies(points.size(), type), Collections.nCopies(points.size(), StatusCode.GOOD));
    }

    @Override
    public DataType typeAt(int point) {
        return types.get(point);
    }

    @Override
    public int statusAt(int point) {
        return statuses.get(point);
    }

    /** Nothing to release. */
    @Override
    public void close() {}
}
