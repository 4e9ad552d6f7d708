package io.taktstrom.s7.symbol;

import java.util.List;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Struct;
import io.taktstrom.s7.value.S7Type;

/** The parts of a data block that have an address: what is no structure, and arrays of it as a whole. */
final class SymbolTree {

    private final String file;
    private final Place place;
    private final List<ImportedSymbol> into;
    private final ImportBudget budget;

    /** Where a part lies. */
    interface Place {
        S7Address at(String path, int offset, int bit, S7Type type);
    }

    private SymbolTree(String file, Place place, List<ImportedSymbol> into, ImportBudget budget) {
        this.file = file;
        this.place = place;
        this.into = into;
        this.budget = budget;
    }

    /**
     * Adds the parts of a block.
     *
     * @throws SymbolException when they are more than an import takes
     */
    static void flatten(
            String file, String name, S7Type block, Place place, List<ImportedSymbol> into, ImportBudget budget) {
        new SymbolTree(file, place, into, budget).part(shown(name), block, 0, 0);
    }

    /** A name that a dot or a bracket is part of stays apart from a path: {@code Line."q.r"} is not {@code Line.q.r}. */
    static String shown(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (".[],".indexOf(name.charAt(i)) >= 0) {
                return '"' + name + '"';
            }
        }
        return name;
    }

    private void structure(String path, S7Struct struct, int offset) {
        for (S7Struct.Field field : struct.fields()) {
            part(path + "." + shown(field.name()), field.type(), offset + field.offset(), field.bit());
        }
    }

    private void part(String path, S7Type type, int offset, int bit) {
        if (type instanceof S7Struct struct) {
            structure(path, struct, offset);
        } else if (type instanceof S7Array array && array.element() instanceof S7Struct element) {
            for (int i = 0; i < array.count(); i++) {
                structure(path + index(array, i), element, offset + i * array.stride());
            }
        } else {
            budget.takeVariable(file, path);
            try {
                into.add(new ImportedSymbol(path, place.at(path, offset, bit, type), ""));
            } catch (IllegalArgumentException e) {
                budget.note(path + " is left out: " + file + ": " + e.getMessage());
            }
        }
    }

    /** {@code [2,-1]}: the indices of element {@code i}, row by row. */
    private static String index(S7Array array, int i) {
        StringBuilder text = new StringBuilder();
        int rest = i;
        for (int dimension = array.bounds().size() - 1; dimension >= 0; dimension--) {
            ArrayType.Bound bound = array.bounds().get(dimension);
            text.insert(0, bound.lower() + rest % bound.count()).insert(0, dimension == 0 ? "[" : ",");
            rest /= bound.count();
        }
        return text.append(']').toString();
    }
}
