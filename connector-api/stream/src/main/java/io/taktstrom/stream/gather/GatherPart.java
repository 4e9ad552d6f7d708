package io.taktstrom.stream.gather;

import java.util.List;

import io.taktstrom.model.DataPoint;
import io.taktstrom.stream.source.ManagedConnection;

/**
 * The points of a gather that one connection has.
 *
 * @param connection stays open
 * @param points at least one
 */
public record GatherPart(ManagedConnection connection, List<DataPoint> points) {

    public GatherPart {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException(
                    "part " + connection.name() + " of a gather has no points; leave it out");
        }
    }
}
