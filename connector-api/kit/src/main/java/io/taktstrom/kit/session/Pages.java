package io.taktstrom.kit.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;

/** Browses a device that lists what it has in pages of its own size. Not thread-safe, as every cursor. */
public final class Pages implements BrowseCursor {

    /** Asks for more. */
    @FunctionalInterface
    public interface Source {
        /** The nodes that follow those it gave before, in the device's order; none when all were given. */
        List<BrowseNode> next() throws ConnectorException;
    }

    private final Source source;
    private final BrowseFilter filter;
    private final Queue<BrowseNode> page = new ArrayDeque<>();
    private boolean complete;

    /** @param filter of which the pattern is matched here; expanding is the source's */
    public Pages(BrowseFilter filter, Source source) {
        this.filter = filter;
        this.source = source;
    }

    @Override
    public List<BrowseNode> next(int max) throws ConnectorException {
        List<BrowseNode> nodes = new ArrayList<>();
        while (nodes.size() < max && !(complete && page.isEmpty())) {
            BrowseNode node = page.poll();
            if (node == null) {
                List<BrowseNode> more = source.next();
                complete = more.isEmpty();
                page.addAll(more);
            } else if (filter.match().matches(node.address())) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    @Override
    public void close() {
        complete = true;
        page.clear();
    }
}
