package io.taktstrom.cli.replay;

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

    /** The error that a device of another kind cannot have it. */
    public IllegalArgumentException hasNoType(String device) {
        return new IllegalArgumentException("point " + name + ": " + device + " has no type for " + type.text()
                + "; leave it out with --match, or replay as another device");
    }
}
