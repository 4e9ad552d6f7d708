package io.taktstrom.runtime.compute;

import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.PointConfig;
import org.jspecify.annotations.Nullable;

/** The expressions of a deployment. Another one takes its place when the deployment has others. */
final class ComputedGraph {

    static final ComputedGraph EMPTY = new ComputedGraph(List.of(), Map.of(), Map.of());

    private final List<ComputedNode> nodes;
    private final Map<String, InputCell> cells;
    private final Map<Object, ResultOutlet> outlets;

    ComputedGraph(List<ComputedNode> nodes, Map<String, InputCell> cells, Map<Object, ResultOutlet> outlets) {
        this.nodes = nodes;
        this.cells = cells;
        this.outlets = outlets;
    }

    /** Each after those that it needs. */
    List<ComputedNode> nodes() {
        return nodes;
    }

    /** Of all points that the nodes need, by name. */
    Map<String, InputCell> cells() {
        return cells;
    }

    /** Where results go, by what tells them apart. */
    Map<Object, ResultOutlet> outlets() {
        return outlets;
    }

    /** The cell of each of some points, null for one that is not needed; null when none is. */
    @Nullable
    InputCell @Nullable [] cellsOf(List<PointConfig> points) {
        if (cells.isEmpty()) {
            return null;
        }
        @Nullable InputCell[] of = new InputCell[points.size()];
        boolean any = false;
        for (int point = 0; point < of.length; point++) {
            of[point] = cells.get(points.get(point).name());
            any |= of[point] != null;
        }
        return any ? of : null;
    }
}
