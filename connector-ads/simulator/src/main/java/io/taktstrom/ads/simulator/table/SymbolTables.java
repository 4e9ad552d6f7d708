package io.taktstrom.ads.simulator.table;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.model.PlcType;
import org.jspecify.annotations.Nullable;

/** Symbol and data type tables of a program, as uploads give them. Immutable. */
public final class SymbolTables {

    private static final int CODE_PAGE = 1252;
    /** Pointers have 8 bytes, base types are in the table (as in the captured 64-byte form). */
    private static final int FLAGS = 3;

    private static final int MAX_DYNAMIC_SYMBOLS = 2000;
    private static final int SIZES_BYTES = 64;

    public final byte[] symbols;
    public final byte[] types;
    /** The 64-byte form; its first 24 and 8 bytes are the shorter forms. */
    public final byte[] sizes;
    /** Sorted without case, as TwinCAT lists them. */
    private final Map<String, PlcType> byName = new TreeMap<>();
    /** Keys of the types that persistent variables have, or are made of. */
    private final Set<String> persistent = new HashSet<>();

    public SymbolTables(List<PlcVariable> variables, List<PlcType> declared) {
        TableWriter symbolWriter = new TableWriter();
        for (PlcVariable variable : variables) {
            SymbolTableWriter.write(symbolWriter, variable, TypeFacts::guid);
            collect(variable.type());
            if (variable.symbol().persistent()) {
                keep(variable.type());
            }
        }
        declared.forEach(this::collect);
        TableWriter typeWriter = new TableWriter();
        TypeTableWriter entries = new TypeTableWriter(typeWriter, TypeFacts::guid);
        byName.forEach((key, type) -> entries.write(type, persistent.contains(key)));
        symbols = symbolWriter.toBytes();
        types = typeWriter.toBytes();
        TableWriter sizeWriter = new TableWriter()
                .int32(variables.size())
                .int32(symbols.length)
                .int32(byName.size())
                .int32(types.length)
                .int32(MAX_DYNAMIC_SYMBOLS)
                .int32(0)
                .int32(0)
                .int32(CODE_PAGE)
                .int32(FLAGS);
        sizes = sizeWriter.bytes(new byte[SIZES_BYTES - sizeWriter.size()]).toBytes();
    }

    private void collect(PlcType type) {
        if (byName.putIfAbsent(PlcVariable.key(type.name()), type) == null) {
            type.parts().forEach(this::collect);
        }
    }

    /** A pointer does not keep its target, and base types are not of the program. */
    private void keep(PlcType type) {
        boolean own = type instanceof PlcType.Array
                || type instanceof PlcType.Alias
                || type instanceof PlcType.Enumeration
                || type instanceof PlcType.Structure;
        if (!own || !persistent.add(PlcVariable.key(type.name()))) {
            return;
        }
        if (type instanceof PlcType.Structure structure) {
            structure.members().stream().filter(m -> !m.property()).forEach(m -> keep(m.type()));
        } else {
            type.parts().forEach(this::keep);
        }
    }

    /** Entry of the type with this name, or null. */
    public byte @Nullable [] type(String name) {
        String key = PlcVariable.key(name.strip());
        PlcType type = byName.get(key);
        return type == null ? null : TypeTableWriter.entry(type, persistent.contains(key));
    }
}
