package io.taktstrom.sinks.format;

/**
 * What happens to a text that a spreadsheet would take for a formula, and execute. A device decides what its strings and
 * names are, and a reader of the file trusts it.
 *
 * <p>A marked text has a {@code '} in front. So has a text that begins with one itself; so a reader of a marked file
 * takes one {@code '} off each text that begins with it, and has all texts as they were.
 */
public enum Formulas {
    /** Texts get a mark that begin with {@code = + - @}, a tab or a line's end, and are no number. */
    MARK,
    /** Texts are written as they are. */
    KEEP;

    /** By its name in a deployment file. */
    public static Formulas of(String word) {
        return switch (word) {
            case "mark" -> MARK;
            case "keep" -> KEEP;
            default -> throw new IllegalArgumentException("formulas: " + word + " is neither mark nor keep");
        };
    }

    /** Whether this text needs the mark. Hot. */
    boolean marks(TextBuffer text) {
        if (this == KEEP || text.size() == 0) {
            return false;
        }
        return switch (text.byteAt(0)) {
            case '=', '@', '\'', '\t', '\r', '\n' -> true;
            case '+', '-' -> !isNumber(text);
            // The wide forms of the four, which spreadsheets of East Asia take as well: U+FF0B, FF0D, FF1D, FF20.
            case (byte) 0xEF ->
                text.size() > 2
                        && text.byteAt(1) == (byte) 0xBC
                        && switch (text.byteAt(2)) {
                            case (byte) 0x8B, (byte) 0x8D, (byte) 0x9D, (byte) 0xA0 -> true;
                            default -> false;
                        };
            default -> false;
        };
    }

    /** A sign, digits with at most one point among them, and an exponent or none. */
    private static boolean isNumber(TextBuffer text) {
        int i = 1;
        int digits = 0;
        boolean point = false;
        for (; i < text.size() && (isDigit(text.byteAt(i)) || (text.byteAt(i) == '.' && !point)); i++) {
            point |= text.byteAt(i) == '.';
            digits += text.byteAt(i) == '.' ? 0 : 1;
        }
        if (digits == 0 || i == text.size()) {
            return digits > 0;
        }
        if (text.byteAt(i) != 'E' && text.byteAt(i) != 'e') {
            return false;
        }
        i++;
        if (i < text.size() && (text.byteAt(i) == '+' || text.byteAt(i) == '-')) {
            i++;
        }
        int exponent = i;
        while (i < text.size() && isDigit(text.byteAt(i))) {
            i++;
        }
        return i == text.size() && i > exponent;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
