package io.taktstrom.s7.symbol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Type;
import io.taktstrom.s7.value.StandardLayout;
import org.jspecify.annotations.Nullable;

/**
 * Looks up data types by name and gives their fields places. What cannot be placed is left out and said; so is what lies
 * behind it, because their offsets are unknown. Each type is laid out once, however often it is used.
 */
final class TypeLookup {

    /** Data types inside each other; STEP 7 allows far less. */
    private static final int MAX_NESTED = 32;

    /**
     * What is known of a type.
     *
     * @param type null for nothing
     * @param complete whether its size is known, and so the place of what follows
     */
    private record Known(@Nullable S7Type type, boolean complete) {}

    private static final Known NOTHING = new Known(null, false);

    private final SymbolTypes types;
    private final Consumer<String> notes;
    private final Map<String, Known> done = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    /** @param notes what is left out, and why */
    TypeLookup(SymbolTypes types, Consumer<String> notes) {
        this.types = types;
        this.notes = notes;
    }

    /** What a data block has; null when nothing of it can be taken. */
    @Nullable
    S7Type block(BlockSource.Block block) {
        String name = block.name().text();
        try {
            return type(block.file(), block.type(), name).type();
        } catch (LeftOutException e) {
            leaveOut("data block " + name, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /**
     * What a variable of a data type has; null when nothing of it can be taken.
     *
     * @throws LeftOutException when the type is not known
     */
    @Nullable
    S7Type dataType(String file, Token name) {
        return named(file, name).type();
    }

    /** Whether a block is an instance of one without addresses. */
    boolean isOptimized(Declared declared) {
        SymbolTypes.Type type = declared instanceof Declared.Named named
                ? types.find(named.name().text())
                : null;
        return type != null && type.optimized();
    }

    private void leaveOut(String what, String why) {
        notes.accept(what + " is left out: " + why);
    }

    private Known type(String file, Declared declared, String name) {
        if (declared instanceof Declared.Plain plain) {
            return new Known(plain.type(), true);
        }
        if (declared instanceof Declared.Unknown unknown) {
            leaveOut(name, unknown.why());
            return NOTHING;
        }
        if (declared instanceof Declared.Named named) {
            return named(file, named.name());
        }
        if (declared instanceof Declared.Array array) {
            Known element = type(file, array.element(), name);
            S7Type each = element.type();
            if (each == null || !element.complete()) {
                return NOTHING;
            }
            return new Known(located(file, array.at(), () -> new S7Array(each, array.bounds())), true);
        }
        return structure(file, (Declared.Structure) declared, name);
    }

    private Known structure(String file, Declared.Structure structure, String name) {
        StandardLayout layout = new StandardLayout(name);
        boolean complete = true;
        int placed = 0;
        for (int i = 0; i < structure.members().size() && complete; i++) {
            Declared.Member member = structure.members().get(i);
            Known known = NOTHING;
            try {
                known = type(file, member.type(), member.name().text());
                S7Type type = known.type();
                if (type != null) {
                    located(file, member.name(), () -> {
                        layout.add(member.name().text(), type, member.opens());
                        return layout;
                    });
                    placed++;
                }
            } catch (LeftOutException e) {
                known = NOTHING;
                leaveOut(member.name().text() + " in " + name, String.valueOf(e.getMessage()));
            }
            complete = known.complete();
            int behind = structure.members().size() - i - 1;
            if (!complete && behind > 0) {
                notes.accept(file + ":" + member.name().line() + ": what follows "
                        + member.name().text() + " in " + name
                        + " is left out too (" + behind + (behind == 1 ? " variable" : " variables")
                        + "): its offset is unknown");
            }
        }
        if (placed == 0 && !complete) {
            return NOTHING;
        }
        return new Known(located(file, structure.at(), layout::build), complete);
    }

    private Known named(String file, Token name) {
        String key = SymbolTypes.key(name.text());
        Known known = done.get(key);
        if (known != null) {
            return known;
        }
        SymbolTypes.Type type = types.find(name.text());
        if (type == null) {
            throw new LeftOutException(
                    file,
                    name,
                    "there is no data type " + name.shown()
                            + "; give its source too (in TIA Portal: generate source from block, including all dependent blocks)");
        }
        if (open.contains(key) || open.size() >= MAX_NESTED) {
            throw new LeftOutException(
                    file, name, "data type " + name.shown() + " contains itself, or too many others");
        }
        open.push(key);
        try {
            known = type(type.file(), type.declared(), type.name().text());
        } catch (LeftOutException e) {
            leaveOut("data type " + type.name().text(), String.valueOf(e.getMessage()));
            known = NOTHING;
        } finally {
            open.pop();
        }
        done.put(key, known);
        return known;
    }

    private static <T> T located(String file, Token token, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new LeftOutException(file, token, String.valueOf(e.getMessage()));
        }
    }
}
