package io.taktstrom.example.line;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;

/** Asks for the device's list a page at a time. LINE does not name the parts of arrays, so there is nothing to expand. */
final class LineBrowseCursor implements BrowseCursor {

    private final LineLink link;
    private final BrowseFilter filter;
    private final Queue<BrowseNode> page = new ArrayDeque<>();
    private String last = "";
    private boolean complete;

    LineBrowseCursor(LineLink link, BrowseFilter filter) {
        this.link = link;
        this.filter = filter;
    }

    @Override
    public List<BrowseNode> next(int max) throws ConnectorException {
        List<BrowseNode> nodes = new ArrayList<>();
        while (nodes.size() < max && !(complete && page.isEmpty())) {
            if (page.isEmpty()) {
                fetch();
            } else if (filter.match().matches(page.element().address())) {
                nodes.add(page.remove());
            } else {
                page.remove();
            }
        }
        return nodes;
    }

    private void fetch() throws ConnectorException {
        List<String> lines = link.ask(
                "LIST " + last + "\n", answer -> answer.get(answer.size() - 1).equals("."));
        complete = lines.size() == 1;
        for (String line : lines.subList(0, lines.size() - 1)) {
            last = line.substring(0, Math.max(0, line.indexOf(':')));
            page.add(new BrowseNode(last, LineConnection.type(line), line.substring(last.length() + 1), "", false));
        }
    }

    @Override
    public void close() {
        complete = true;
        page.clear();
    }
}
