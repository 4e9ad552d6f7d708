package io.taktstrom.s7.symbol;

import java.util.Locale;

import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7Type;
import org.jspecify.annotations.Nullable;

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

    /** The name of its data type, without quotes; null when it is of another type. */
    @Nullable
    Token dataType() {
        String text = type.strip();
        return text.length() > 2 && text.startsWith("\"") && text.endsWith("\"")
                ? new Token(Token.Kind.NAME, text.substring(1, text.length() - 1), row, 1)
                : null;
    }

    /**
     * Where a tag of a data type begins.
     *
     * @throws LeftOutException when that is no byte; the message says why
     */
    S7Address start(String file) {
        Token at = new Token(Token.Kind.WORD, name, row, 1);
        S7Address start = parsed(file, at, address);
        if (start.bit() != 0) {
            throw new LeftOutException(file, at, "a structure starts with bit 0 of a byte, not with " + address);
        }
        return start;
    }

    private static S7Address parsed(String file, Token at, String text) {
        try {
            return S7Address.parse(text);
        } catch (IllegalArgumentException e) {
            throw new LeftOutException(file, at, String.valueOf(e.getMessage()));
        }
    }
}
