package io.taktstrom.s7.symbol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.s7.type.S7Array;
import io.taktstrom.s7.type.S7Struct;
import io.taktstrom.s7.type.S7Type;
import io.taktstrom.s7.type.StandardLayout;

/** Looks up data types by name and gives their fields places. */
final class TypeLookup {

    /** Data types inside each other; STEP 7 allows far less. */
    private static final int MOST_NESTED = 32;

    private final Map<String, Declared> types;
    private final Map<String, S7Struct> done = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    TypeLookup(Map<String, Declared> types) {
        this.types = types;
    }

    S7Struct block(BlockSource.Block block) {
        S7Type type = type(block.file(), block.type(), block.name().text());
        if (!(type instanceof S7Struct struct)) {
            throw new SymbolException(
                    block.file(), block.name().line(), block.name().column(), "a data block is a structure");
        }
        return struct;
    }

    private S7Type type(String file, Declared declared, String name) {
        if (declared instanceof Declared.Plain plain) {
            return plain.type();
        }
        if (declared instanceof Declared.Named named) {
            return named(file, named.name());
        }
        if (declared instanceof Declared.Array array) {
            S7Type element = type(file, array.element(), name);
            return located(file, array.at(), () -> new S7Array(element, array.bounds()));
        }
        Declared.Structure structure = (Declared.Structure) declared;
        StandardLayout layout = new StandardLayout(name);
        for (Declared.Member member : structure.members()) {
            S7Type type = type(file, member.type(), name + "." + member.name().text());
            located(file, member.name(), () -> {
                layout.add(member.name().text(), type);
                return layout;
            });
        }
        return located(file, structure.at(), layout::build);
    }

    private S7Struct named(String file, Token name) {
        String key = BlockSource.key(name.text());
        S7Struct known = done.get(key);
        if (known != null) {
            return known;
        }
        Declared declared = types.get(key);
        if (declared == null) {
            throw new SymbolException(
                    file,
                    name.line(),
                    name.column(),
                    "there is no data type " + name.shown()
                            + "; give its source too (in TIA Portal: generate source from block, including all dependent blocks)");
        }
        if (open.contains(key) || open.size() >= MOST_NESTED) {
            throw new SymbolException(
                    file,
                    name.line(),
                    name.column(),
                    "data type " + name.shown() + " contains itself, or too many others");
        }
        open.push(key);
        S7Struct struct = (S7Struct) type(file, declared, name.text());
        open.pop();
        done.put(key, struct);
        return struct;
    }

    private static <T> T located(String file, Token token, java.util.function.Supplier<T> value) {
        try {
            return value.get();
        } catch (SymbolException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new SymbolException(file, token.line(), token.column(), String.valueOf(e.getMessage()));
        }
    }
}
