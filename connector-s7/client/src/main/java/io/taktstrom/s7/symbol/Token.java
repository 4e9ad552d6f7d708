package io.taktstrom.s7.symbol;

/**
 * A piece of a source and where it starts, both counted from 1.
 *
 * @param text of a quoted name or a text without the quotes
 */
record Token(Kind kind, String text, int line, int column) {

    private static final int MAX_SHOWN = 80;

    enum Kind {
        /** A keyword, a bare name, a number or a constant such as {@code T#1s}. */
        WORD,
        /** A name in double quotes. */
        NAME,
        /** In single quotes. */
        TEXT,
        /** One of the characters and pairs that separate. */
        SIGN,
        END
    }

    boolean is(String keywordOrSign) {
        return (kind == Kind.WORD || kind == Kind.SIGN) && text.equalsIgnoreCase(keywordOrSign);
    }

    /** For messages. */
    String shown() {
        String shown = clipped(text);
        return kind == Kind.END ? "the end of the file" : kind == Kind.NAME ? '"' + shown + '"' : "'" + shown + "'";
    }

    /** The beginning of a text that may have no end. */
    static String clipped(String text) {
        return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    }
}
