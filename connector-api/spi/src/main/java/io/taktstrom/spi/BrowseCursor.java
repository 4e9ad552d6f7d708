package io.taktstrom.spi;

import java.util.List;

/** Walks what a device offers, a page at a time, so that no tree ever has to fit in memory. Not thread-safe. */
public interface BrowseCursor extends AutoCloseable {

    /**
     * The next nodes, depth first in the device's order.
     *
     * @param max most nodes wanted, at least 1
     * @return at most {@code max} nodes; none when all were delivered
     */
    List<BrowseNode> next(int max) throws ConnectorException;

    @Override
    void close();
}
