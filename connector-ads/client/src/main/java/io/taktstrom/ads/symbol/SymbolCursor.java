package io.taktstrom.ads.symbol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;

/** Walks symbols depth first; holds one iterator per level, however large the tree. */
final class SymbolCursor implements BrowseCursor {

    private final Deque<Iterator<Located>> levels = new ArrayDeque<>();
    private final Parts parts;
    private final BrowseFilter filter;

    SymbolCursor(Iterator<Located> symbols, Parts parts, BrowseFilter filter) {
        this.parts = parts;
        this.filter = filter;
        levels.push(symbols);
    }

    @Override
    public List<BrowseNode> next(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("a page of " + max + " nodes");
        }
        List<BrowseNode> page = new ArrayList<>();
        while (page.size() < max && !levels.isEmpty()) {
            Iterator<Located> level = levels.peek();
            if (!level.hasNext()) {
                levels.pop();
                continue;
            }
            Located located = level.next();
            if (filter.expand()) {
                levels.push(parts.of(located));
            }
            if (filter.match().matches(located.address())) {
                page.add(located.node());
            }
        }
        return page;
    }

    @Override
    public void close() {
        levels.clear();
    }
}
