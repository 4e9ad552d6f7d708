package io.taktstrom.s7.symbol;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.address.S7Area;
import io.taktstrom.s7.value.S7Type;

/**
 * Reads what TIA Portal and STEP 7 export, all files together: sources of blocks and data types ({@code .db},
 * {@code .udt}, {@code .scl}, {@code .awl}) and PLC tag tables ({@code .xlsx}, {@code .xml}). One use, one thread.
 *
 * <pre>{@code
 * SymbolImport symbols = new SymbolImport(Map.of("Line", 5));
 * symbols.add(Path.of("Line.db"));
 * symbols.add(Path.of("Drive.udt"));
 * for (ImportedSymbol symbol : symbols.finish()) { ... }
 * }</pre>
 */
public final class SymbolImport {

    /** Largest file. */
    private static final int MAX_BYTES = 16 << 20;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final SymbolTypes types = new SymbolTypes();
    private final List<BlockSource.Block> blocks = new ArrayList<>();
    private final List<ImportedSymbol> tags = new ArrayList<>();
    private final ImportBudget budget = new ImportBudget();
    /** Tags of data types, whose sources may come later. */
    private final List<Structured> structured = new ArrayList<>();

    private int nextNumber;

    private record Structured(String file, Tag tag) {}

    /** @param dbNumbers of data blocks by name: TIA Portal does not write them into its sources */
    public SymbolImport(Map<String, Integer> dbNumbers) {
        dbNumbers.forEach((name, number) -> numbers.put(SymbolTypes.key(name), number));
    }

    /** Gives data blocks without a number those from this one on, in the order of the files. */
    public void numberFrom(int first) {
        nextNumber = first;
    }

    /**
     * Reads one file; its name's ending says what it is.
     *
     * @throws SymbolException when it is wrong, with line and column
     */
    public void add(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new SymbolException(file.toString(), "more than " + MAX_BYTES + " bytes");
        }
        add(file.toString(), bytes);
    }

    void add(String file, byte[] bytes) throws IOException {
        String name = file.toLowerCase(Locale.ROOT);
        if (name.endsWith(".xlsx")) {
            tags(file, Workbook.firstSheet(file, bytes));
        } else if (name.endsWith(".xml")) {
            tags(file, TagTableXml.rows(file, bytes));
        } else if (name.matches(".*\\.(db|udt|scl|awl)")) {
            blocks.addAll(new BlockSource(file, SourceCharset.text(file, bytes), types).read());
        } else {
            throw new SymbolException(
                    file, "expected a source (.db, .udt, .scl, .awl) or a PLC tag table (.xlsx, .xml)");
        }
    }

    private void tags(String file, List<Tag> rows) {
        for (Tag tag : rows) {
            if (tag.dataType() != null) {
                structured.add(new Structured(file, tag));
                continue;
            }
            try {
                S7Address address = tag.place(file);
                budget.takeVariable(file, tag.name());
                tags.add(new ImportedSymbol(SymbolTree.shown(tag.name()), address, tag.comment()));
            } catch (LeftOutException e) {
                budget.note("tag " + Token.clipped(tag.name()) + " is left out: " + e.getMessage());
            }
        }
    }

    /**
     * Looks up all types and gives each variable its place. What cannot be taken is left out, see {@link #notes}.
     *
     * @throws SymbolException when the number of a data block is missing, or there are more variables than an import takes
     */
    public List<ImportedSymbol> finish() {
        List<ImportedSymbol> symbols = new ArrayList<>(tags);
        TypeLookup lookup = new TypeLookup(types, budget::note);
        structured.forEach(each -> flatten(each.file(), each.tag(), lookup, symbols));
        for (BlockSource.Block block : blocks) {
            Token name = block.name();
            if (block.optimized() || lookup.isOptimized(block.type())) {
                budget.note(block.file() + ":" + name.line() + ": data block " + name.shown()
                        + " is left out: it has \"Optimized block access\", so its variables have no addresses");
                continue;
            }
            int number = number(block);
            S7Type type = lookup.block(block);
            if (type != null) {
                SymbolTree.flatten(
                        block.file(),
                        name.text(),
                        type,
                        (path, offset, bit, part) -> new S7Address(S7Area.DATA_BLOCK, number, offset, bit, part),
                        symbols,
                        budget);
            }
        }
        return symbols;
    }

    private void flatten(String file, Tag tag, TypeLookup lookup, List<ImportedSymbol> symbols) {
        try {
            S7Address start = tag.start(file);
            S7Type type = lookup.dataType(file, Objects.requireNonNull(tag.dataType()));
            if (type != null) {
                SymbolTree.flatten(
                        file,
                        tag.name(),
                        type,
                        (path, offset, bit, part) ->
                                new S7Address(start.area(), start.dbNumber(), start.offset() + offset, bit, part),
                        symbols,
                        budget);
            }
        } catch (LeftOutException e) {
            budget.note("tag " + Token.clipped(tag.name()) + " is left out: " + e.getMessage());
        }
    }

    private int number(BlockSource.Block block) {
        Token name = block.name();
        Integer stated = block.number() > 0 ? (Integer) block.number() : numbers.get(SymbolTypes.key(name.text()));
        if (stated != null) {
            return stated;
        }
        if (nextNumber > 0) {
            budget.note(block.file() + ":" + name.line() + ": data block " + name.shown() + " is DB" + nextNumber);
            return nextNumber++;
        }
        throw new SymbolException(
                block.file(),
                name.line(),
                name.column(),
                "data block " + name.shown() + " has no number in its source; say it, as in --db " + name.text()
                        + "=5");
    }

    /** What was left out or decided, and why. */
    public List<String> notes() {
        return budget.notes();
    }
}
