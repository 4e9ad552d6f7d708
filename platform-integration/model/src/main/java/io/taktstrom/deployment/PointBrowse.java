package io.taktstrom.deployment;

import java.util.Map;

import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;

/**
 * Points that are found on the device when it answers, not listed in the file. All of them are read-only. A point that
 * the file lists under the same name takes precedence.
 *
 * @param connection name of the connection to browse
 * @param match pattern over addresses
 * @param scan name of the scan class of all that match
 * @param labels labels of all that match
 */
public record PointBrowse(String connection, String match, String scan, Map<String, String> labels) {

    public PointBrowse {
        labels = Map.copyOf(labels);
    }

    /** What to ask the device for. */
    public BrowseFilter filter() {
        return BrowseFilter.matching(match);
    }

    /**
     * The point of an address found.
     *
     * @param names of the connection's points
     * @throws IllegalArgumentException when it cannot be one
     */
    public PointConfig point(BrowseNode found, PointNames names) {
        String name = names.of(PointNames.ofAddress(found.address()), found.address());
        DataPoint point = new DataPoint(name, found.address(), found.type(), false, "", labels, connection);
        return PointConfig.of(point, connection, scan);
    }
}
