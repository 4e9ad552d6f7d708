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

    /**
     * The same text with {@code \}{@code u009b} and the like, {@code \n} and {@code \t} for each of them.
     *
     * @param withLines whether line feeds and tabs stay
     */
    public static String escaped(CharSequence text, boolean withLines) {
        int safe = 0;
        while (safe < text.length() && stays(text, safe, withLines)) {
            safe++;
        }
        if (safe == text.length()) {
            return text.toString();
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, safe);
        for (int i = safe; i < text.length(); i++) {
            char c = text.charAt(i);
            if (stays(text, i, withLines)) {
                escaped.append(c);
            } else if (c == '\n' || c == '\t') {
                escaped.append(c == '\n' ? "\\n" : "\\t");
            } else {
                escaped.append(String.format("\\u%04x", (int) c));
            }
        }
        return escaped.toString();
    }

    private static boolean stays(CharSequence text, int i, boolean withLines) {
        char c = text.charAt(i);
        if (withLines && (c == '\n' || c == '\t')) {
            return true;
        }
        return Character.isSurrogate(c) ? isOfPair(text, i) : !is(c);
    }

    private static boolean isOfPair(CharSequence text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
}
