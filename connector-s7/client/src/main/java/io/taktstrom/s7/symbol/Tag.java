package io.taktstrom.s7.symbol;

import java.util.Locale;

import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7Type;

/**
 * A row of a PLC tag table.
 *
 * @param address as the table writes it: {@code %MW4}
 * @param row where it stands, counted from 1, for messages
 */
record Tag(String name, String type, String address, String comment, int row) {

    /** TIA Portal: 128 characters for a name, less for the others. */
    private static final int MAX_CHARACTERS = 256;

    /**
     * The place.
     *
     * @throws LeftOutException when the tag cannot be taken; the message says why
     */
    S7Address place(String file) {
        Token at = new Token(Token.Kind.WORD, name, row, 1);
        if (name.length() > MAX_CHARACTERS || type.length() > MAX_CHARACTERS || address.length() > MAX_CHARACTERS) {
            throw new LeftOutException(
                    file, at, "a name, type or address of more than " + MAX_CHARACTERS + " characters");
        }
        String upper = type.toUpperCase(Locale.ROOT).strip();
        if (upper.startsWith("\"")) {
            throw new LeftOutException(
                    file, at, "its type " + type + " is a structure; import its data type and list its parts");
        }
        S7Type system = SystemTypes.of(upper);
        // A counter or a timer has no type behind its address; TIA Portal writes Time_Of_Day and String[20].
        if (address.matches("(?i)%?[TCZ]\\d+") || upper.isEmpty()) {
            return parsed(file, at, address);
        }
        return parsed(
                file,
                at,
                address + ":"
                        + (system instanceof S7Scalar
                                ? system.text()
                                : upper.replace('[', '(').replace(']', ')')));
    }

    private static S7Address parsed(String file, Token at, String text) {
        try {
            return S7Address.parse(text);
        } catch (IllegalArgumentException e) {
            throw new LeftOutException(file, at, String.valueOf(e.getMessage()));
        }
    }
}
