package io.taktstrom.cli.replay;

import java.util.List;
import java.util.Map;

import io.taktstrom.model.DataType;
import io.taktstrom.model.ScanClass;

/**
 * A point of a record.
 *
 * @param scheme of the connector that it was read by
 * @param scan how it was sampled
 */
public record ReplayPoint(
        String name,
        String connection,
        String scheme,
        String address,
        DataType type,
        String unit,
        Map<String, String> labels,
        ScanClass scan) {

    /** Whether points can have the addresses that they were recorded from: all are of one device, of this kind. */
    public static boolean areOf(String scheme, List<ReplayPoint> points) {
        return points.stream()
                .allMatch(point -> point.scheme.equals(scheme) && point.connection.equals(points.get(0).connection));
    }

    /** The error that a device of another kind cannot have it. */
    public IllegalArgumentException hasNoType(String device) {
        return new IllegalArgumentException("point " + name + ": " + device + " has no type for " + type.text()
                + "; leave it out with --match, or replay as another device");
    }
}
