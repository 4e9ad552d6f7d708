package io.taktstrom.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * Which of the nodes that match a pattern become points, so that no value is sampled twice: an array of scalars as a
 * whole, not its elements as well; the parts of a structure, not the structure as well. One use, one thread.
 */
final class PointSelection {

    /** More are a mistake in a pattern rather than a machine. */
    private static final int MAX_POINTS = 200_000;

    private static final int PAGE = 1000;

    private final List<BrowseNode> selected = new ArrayList<>();
    /** The last node that is followed into its parts, if there are any. */
    private @Nullable BrowseNode open;
    /** The last array that was taken as a whole. */
    private @Nullable BrowseNode whole;

    PointSelection() {}

    /**
     * Browses a device for points.
     *
     * @param budget what the device may cost, for all its browses together
     * @param notices hears when nothing is found, or too much
     */
    static List<BrowseNode> of(Connection connection, PointBrowse browse, BrowseBudget budget, Consumer<String> notices)
            throws ConnectorException {
        PointSelection selection = new PointSelection();
        List<BrowseNode> selected = selection.selected;
        String where = "browse " + browse.connection();
        try (BrowseCursor cursor = connection.browse(browse.filter())) {
            List<BrowseNode> page = cursor.next(PAGE);
            while (!page.isEmpty() && selected.size() <= MAX_POINTS) {
                budget.take(page, where + " for " + browse.match());
                page.forEach(selection::add);
                page = cursor.next(PAGE);
            }
        }
        if (!browse.exclude().isEmpty()) {
            Predicate<String> excluded = browse.exclusion();
            selected.removeIf(node -> excluded.test(node.address()));
        }
        if (selected.isEmpty()) {
            notices.accept(where + ": nothing matches " + browse.match());
        } else if (selected.size() > MAX_POINTS) {
            budget.leaveOut();
            notices.accept(where + ": " + browse.match() + " matches more than " + MAX_POINTS
                    + " variables; the rest is left out, narrow the pattern");
            selected = selected.subList(0, MAX_POINTS);
        }
        return selected;
    }

    /** Takes nodes in the order in which a device is walked: a part comes after what it is a part of. */
    void add(BrowseNode node) {
        DataType type = node.type();
        if (type == null || isPart(node, whole)) {
            return;
        }
        if (isPart(node, open)) {
            // It was added just before.
            selected.remove(selected.size() - 1);
        }
        selected.add(node);
        boolean hasNamedParts = type instanceof StructType
                || (type instanceof ArrayType array && array.element() instanceof StructType);
        open = hasNamedParts ? node : null;
        whole = type instanceof ArrayType && !hasNamedParts ? node : null;
    }

    List<BrowseNode> selected() {
        return selected;
    }

    private static boolean isPart(BrowseNode node, @Nullable BrowseNode parent) {
        if (parent == null || !node.address().startsWith(parent.address())) {
            return false;
        }
        int length = parent.address().length();
        return node.address().length() > length
                && (node.address().charAt(length) == '.' || node.address().charAt(length) == '[');
    }
}
