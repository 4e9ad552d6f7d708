package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.ads.protocol.SymbolEntry;
import io.taktstrom.ads.protocol.SymbolTable;
import io.taktstrom.ads.protocol.TableBudget;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.MalformedFrameException;

/** A device's symbols by name: the index-offset cache. Case does not matter, as in IEC 61131-3. */
public final class SymbolCatalog {

    private final List<SymbolEntry> symbols;
    private final Map<String, SymbolEntry> byName = new HashMap<>();
    private final TypeCatalog types;

    private SymbolCatalog(List<SymbolEntry> symbols, TypeCatalog types) {
        this.symbols = symbols;
        this.types = types;
        for (SymbolEntry symbol : symbols) {
            byName.putIfAbsent(key(symbol.name()), symbol);
        }
    }

    /** Reads an upload of 0xF00B, from position to limit. */
    public static SymbolCatalog of(ByteBuffer symbolTable, TypeCatalog types, TableBudget budget)
            throws MalformedFrameException {
        return new SymbolCatalog(
                SymbolTable.readAll(
                        symbolTable,
                        symbolTable.position(),
                        symbolTable.remaining(),
                        StringType.Encoding.WINDOWS_1252.charset(),
                        budget),
                types);
    }

    public TypeCatalog types() {
        return types;
    }

    /**
     * Where a variable lies, or a part of one: {@code MAIN.axis[2].position}. No round trip.
     */
    public Found find(String address) {
        String wanted = key(address);
        // The longest symbol that the address starts with: names of symbols have dots, and sometimes brackets,
        // themselves.
        for (int end = wanted.length(); end > 0; end = lastBoundary(wanted, end)) {
            SymbolEntry symbol = byName.get(wanted.substring(0, end));
            if (symbol != null) {
                return SymbolParts.of(types).walk(Located.of(symbol, types), address.substring(end));
            }
        }
        return Found.NOTHING;
    }

    private static int lastBoundary(String text, int end) {
        return Math.max(text.lastIndexOf('.', end - 1), text.lastIndexOf('[', end - 1));
    }

    /** Walks all symbols, and their parts if wanted, in the order of the device. */
    public BrowseCursor browse(BrowseFilter filter, BrowseRules rules) {
        return new AdsSymbolCursor(
                symbols.stream().map(symbol -> Located.of(symbol, types)).iterator(),
                SymbolParts.of(types),
                filter,
                rules);
    }

    /** Whether any symbol has a name: the tables of some servers have none. */
    public boolean hasNames() {
        return symbols.stream().anyMatch(symbol -> !symbol.name().isEmpty());
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
