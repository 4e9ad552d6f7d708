package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;

/** Reads what 0xF00B and 0xF009 deliver: symbols, one {@link SymbolEntry} after the other. */
public final class SymbolTable {

    private SymbolTable() {}

    /** All symbols of an upload. */
    public static List<SymbolEntry> readAll(ByteBuffer buffer, int position, int length, Charset charset)
            throws MalformedFrameException {
        return readAll(buffer, position, length, charset, TableBudget.UNLIMITED);
    }

    /** All symbols of an upload, as far as the budget goes: who sends them may not be trusted. */
    public static List<SymbolEntry> readAll(
            ByteBuffer buffer, int position, int length, Charset charset, TableBudget budget)
            throws MalformedFrameException {
        TableReader reader = new TableReader(buffer, position, length, charset, budget);
        List<SymbolEntry> symbols = new ArrayList<>();
        while (reader.hasEntry()) {
            symbols.add(SymbolEntry.read(reader));
        }
        return symbols;
    }

    /** The one symbol that was asked for by name; what follows it is skipped. */
    public static SymbolEntry readOne(ByteBuffer buffer, int position, int length, Charset charset)
            throws MalformedFrameException {
        return SymbolEntry.read(new TableReader(buffer, position, length, charset, TableBudget.UNLIMITED));
    }
}
