package io.taktstrom.s7.device;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.symbol.ImportedSymbol;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;

/**
 * Walks variables by name: parts of structures one by one, arrays of simple types as a whole. A pattern may match the
 * address or the name, which stands in front of the comment.
 */
public final class S7SymbolCursor implements BrowseCursor {

    private final Carrier cpu;
    private final BrowseFilter filter;
    private Iterator<ImportedSymbol> symbols;

    public S7SymbolCursor(Carrier cpu, List<ImportedSymbol> symbols, BrowseFilter filter) {
        this.cpu = cpu;
        this.filter = filter;
        this.symbols = symbols.iterator();
    }

    @Override
    public List<BrowseNode> next(int max) throws ConnectorException {
        cpu.requireOpen();
        List<BrowseNode> page = new ArrayList<>();
        while (page.size() < max && symbols.hasNext()) {
            ImportedSymbol symbol = symbols.next();
            String address = symbol.address().text();
            if (filter.match().matches(address) || filter.match().matches(symbol.name())) {
                String comment = symbol.comment().isBlank() ? "" : ": " + symbol.comment();
                page.add(new BrowseNode(
                        address,
                        symbol.address().type().dataType(),
                        symbol.address().type().text(),
                        symbol.name() + comment,
                        true));
            }
        }
        return page;
    }

    @Override
    public void close() {
        symbols = List.<ImportedSymbol>of().iterator();
    }
}
