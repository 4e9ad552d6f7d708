package io.taktstrom.s7.symbol;

import java.util.Locale;

import io.taktstrom.s7.address.S7Address;
import org.jspecify.annotations.Nullable;

/**
 * A row of a PLC tag table.
 *
 * @param address as the table writes it: {@code %MW4}
 * @param row where it stands, counted from 1, for messages
 */
record Tag(String name, String type, String address, String comment, int row) {

    /** The place, or null for a tag of a data type. */
    @Nullable
    S7Address address(String file) {
        String upper = type.toUpperCase(Locale.ROOT).strip();
        if (upper.startsWith("\"")) {
            return null;
        }
        // TIA Portal writes Time_Of_Day and String[20]; a counter or a timer has no type behind its address.
        boolean numbered = address.matches("(?i)%?[TCZ]\\d+");
        String text = numbered || upper.isEmpty()
                ? address
                : address + ":" + upper.replace('[', '(').replace(']', ')');
        try {
            return S7Address.parse(text);
        } catch (IllegalArgumentException e) {
            throw new SymbolException(file, "row " + row + ", tag " + name + ": " + e.getMessage());
        }
    }
}
