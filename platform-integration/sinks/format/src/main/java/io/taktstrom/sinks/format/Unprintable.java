package io.taktstrom.sinks.format;

/**
 * Characters that may not reach a terminal as they are: the controls C0, DEL and C1 (ECMA-48: U+009B alone begins a
 * control sequence), what ends a line or turns its direction (Unicode, UAX #9: U+202E and the like), and marks that no one
 * sees. All of them are in the basic plane, so {@code \}{@code uXXXX} stands for each in JSON.
 */
public final class Unprintable {

    private Unprintable() {}

    /** Whether this code point is one. Hot. */
    public static boolean is(int codePoint) {
        return codePoint < ' ' || (codePoint >= 0x7F && codePoint < 0xA0) || (codePoint >= 0x61C && isMark(codePoint));
    }

    private static boolean isMark(int codePoint) {
        return codePoint == 0x061C // Arabic letter mark
                || codePoint == 0x200E // left-to-right mark
                || codePoint == 0x200F // right-to-left mark
                || (codePoint >= 0x2028 && codePoint <= 0x202E) // line and paragraph separators, embeddings, overrides
                || (codePoint >= 0x2060 && codePoint <= 0x206F) // invisible operators, isolates
                || codePoint == 0xFEFF // byte order mark
                || (codePoint >= 0xFFF9 && codePoint <= 0xFFFB); // interlinear annotations
    }

    /** Whether a text has one. */
    static boolean isIn(CharSequence text) {
        return text.chars().anyMatch(Unprintable::is);
    }
}
