package io.taktstrom.s7.symbol;

import java.util.ArrayList;
import java.util.List;

/**
 * What one import may come to, all files together: a small file can say much, for example an array of arrays of
 * structures, or one long text that a million cells refer to. One use, one thread.
 */
final class ImportBudget {

    /** More than a deployment takes. */
    static final int MAX_VARIABLES = 500_000;

    /** Characters of all names. */
    static final int MAX_NAME_CHARACTERS = 32 << 20;

    /** After so many, the rest is counted. */
    static final int MAX_NOTES = 1000;

    private int variables;
    private long nameCharacters;
    private final List<String> notes = new ArrayList<>();
    private int untold;

    /** @throws SymbolException when there are too many of them */
    void takeVariable(String file, String name) {
        nameCharacters += name.length();
        if (++variables > MAX_VARIABLES) {
            throw new SymbolException(
                    file, "more than " + MAX_VARIABLES + " variables; import fewer blocks at once, or smaller arrays");
        }
        if (nameCharacters > MAX_NAME_CHARACTERS) {
            throw new SymbolException(
                    file,
                    "the names of all variables have more than " + MAX_NAME_CHARACTERS
                            + " characters; import fewer blocks at once");
        }
    }

    void note(String note) {
        if (notes.size() < MAX_NOTES) {
            notes.add(note);
        } else {
            untold++;
        }
    }

    List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        if (untold > 0) {
            all.add("and " + untold + " more like these");
        }
        return all;
    }
}
