package io.taktstrom.ads.symbol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Deadline;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import org.jspecify.annotations.Nullable;

/**
 * Walks symbols depth first; holds one iterator per level, however large the tree. Ends, however large the device says it
 * is: parts of what is {@linkplain Located#isEndless endless} are left out, which is told once the walk is over, and after
 * the most that its {@link BrowseRules} allow it fails.
 */
final class AdsSymbolCursor implements BrowseCursor {

    private static final int LOOK_AT_THE_CLOCK = 4096;

    private final Deque<Iterator<Located>> levels = new ArrayDeque<>();
    private final SymbolParts parts;
    private final BrowseFilter filter;
    private final BrowseRules rules;
    private int walked;
    private int leftOut;
    private @Nullable Located first;

    AdsSymbolCursor(Iterator<Located> symbols, SymbolParts parts, BrowseFilter filter, BrowseRules rules) {
        this.parts = parts;
        this.filter = filter;
        this.rules = rules;
        levels.push(symbols);
    }

    @Override
    public List<BrowseNode> next(int max) throws ConnectorException {
        if (max < 1) {
            throw new IllegalArgumentException("a page of " + max + " nodes");
        }
        Deadline deadline = rules.page().get();
        List<BrowseNode> page = new ArrayList<>();
        while (page.size() < max && !levels.isEmpty()) {
            Iterator<Located> level = levels.peek();
            if (!level.hasNext()) {
                levels.pop();
                continue;
            }
            Located located = level.next();
            count(deadline);
            if (filter.expand()) {
                descend(located);
            }
            if (filter.match().matches(located.address())) {
                page.add(located.node());
            }
        }
        if (levels.isEmpty()) {
            tellWhatWasLeftOut();
        }
        return page;
    }

    private void count(Deadline deadline) throws ConnectorException {
        walked++;
        if (walked > rules.most()) {
            levels.clear();
            throw new DeviceErrorException(
                    "browse " + rules.where() + ": more than " + rules.most()
                            + " variables and parts, the rest is not shown; browse without parts, or use names that you"
                            + " know",
                    StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                    0);
        }
        if (walked % LOOK_AT_THE_CLOCK == 0) {
            deadline.check("browse " + rules.where());
        }
    }

    private void descend(Located located) {
        if (!located.isEndless()) {
            levels.push(parts.of(located));
        } else {
            first = first == null ? located : first;
            leftOut++;
        }
    }

    private void tellWhatWasLeftOut() {
        if (first != null) {
            rules.notices()
                    .accept(
                            "browse " + rules.where() + ": the parts of " + Counted.of(leftOut, "variable")
                                    + " are left out, the first is "
                                    + first.address() + " (" + first.typeName() + "): more than " + Extent.MAX_PARTS
                                    + " parts, or parts that lie over each other again and again; a part can be used by its name");
            first = null;
        }
    }

    @Override
    public void close() {
        levels.clear();
    }
}
