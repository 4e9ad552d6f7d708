package io.taktstrom.s7.symbol;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Data types and function blocks of all files of an import, by name. */
final class SymbolTypes {

    /**
     * One of them.
     *
     * @param optimized whether its instances have no addresses
     */
    record Type(String file, Token name, Declared declared, boolean optimized) {}

    private final Map<String, Type> types = new HashMap<>();

    /** Names of types differ in more than case. */
    static String key(String typeName) {
        return typeName.toUpperCase(Locale.ROOT);
    }

    /** Returns false if there is one of that name already. */
    boolean add(String file, Token name, Declared declared, boolean optimized) {
        return types.putIfAbsent(key(name.text()), new Type(file, name, declared, optimized)) == null;
    }

    @Nullable
    Type find(String name) {
        return types.get(key(name));
    }
}
