package io.taktstrom.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.PointNames;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;

/**
 * What the browses of one connection have found.
 *
 * @param points by name, in the order in which they were found, each with what the device has of it; without those that it does not
 *     let anybody read
 * @param isComplete whether each browse has found something
 */
public record BrowsedPoints(Map<PointConfig, BrowseNode> points, boolean isComplete) {

    private record Found(PointBrowse browse, BrowseNode node) {}

    /**
     * Browses a device, and names what is found; a point that several browses find is the first one's.
     *
     * @param budget what the device may cost, for all browses together
     * @param notices hears when a browse finds nothing, or too much, and of variables that cannot be points
     */
    public static BrowsedPoints of(
            String connection,
            Connection device,
            List<PointBrowse> browses,
            BrowseBudget budget,
            Consumer<String> notices)
            throws ConnectorException {
        PointNames names = new PointNames(connection);
        Map<String, Found> found = new LinkedHashMap<>();
        boolean complete = true;
        for (PointBrowse browse : browses) {
            List<BrowseNode> nodes = PointSelection.of(device, browse, budget, notices);
            complete &= !nodes.isEmpty();
            nodes.forEach(node -> found.putIfAbsent(node.address(), new Found(browse, node)));
        }
        found.values().forEach(each -> names.expectWhole(each.browse.nameOf(each.node.address())));
        Map<PointConfig, BrowseNode> points = new LinkedHashMap<>();
        List<String> unfit = new ArrayList<>();
        for (Found each : found.values()) {
            try {
                points.put(each.browse.point(each.node, names), each.node);
            } catch (IllegalArgumentException e) {
                // A device names its variables as it likes; one odd name must not cost all others.
                unfit.add(String.valueOf(e.getMessage()));
            }
        }
        if (!unfit.isEmpty()) {
            budget.leaveOut();
            notices.accept("browse " + connection + ": "
                    + Counted.of(
                            unfit.size(),
                            "variable cannot be a point and is left out",
                            "variables cannot be points and are left out")
                    + ": " + unfit.get(unfit.size() - 1));
        }
        UnreadablePoints.remove(connection, device, points, budget, notices);
        return new BrowsedPoints(points, complete);
    }
}
