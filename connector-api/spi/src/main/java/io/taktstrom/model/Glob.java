package io.taktstrom.model;

import java.util.Arrays;
import java.util.Locale;

/**
 * A pattern over dotted names: {@code *} stands for any run of characters within one segment, {@code **} for any run
 * with dots too, {@code ?} for one character but a dot. Case does not matter, as in IEC 61131-3.
 *
 * <p>Time to match is at most proportional to the length of the name times that of the pattern: patterns come from
 * users, and a regular expression of several {@code **} would take exponential time to fail.
 */
public final class Glob {

    /** Any run of characters, dots included. */
    private static final int ANY_RUN = -1;
    /** Any run of characters but dots. */
    private static final int SEGMENT_RUN = -2;
    /** One character but a dot. */
    private static final int ONE = -3;

    private final String text;
    /** A character, or one of the above. */
    private final int[] tokens;

    private Glob(String text, int[] tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    public static Glob of(String text) {
        String folded = text.toLowerCase(Locale.ROOT);
        int[] tokens = new int[folded.length()];
        int count = 0;
        for (int i = 0; i < folded.length(); i++) {
            char c = folded.charAt(i);
            if (folded.startsWith("**", i)) {
                tokens[count++] = ANY_RUN;
                i++;
            } else {
                tokens[count++] = c == '*' ? SEGMENT_RUN : c == '?' ? ONE : c;
            }
        }
        return new Glob(text, Arrays.copyOf(tokens, count));
    }

    public boolean matches(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        // reached[j]: what has been read of the name matches the first j tokens.
        boolean[] reached = new boolean[tokens.length + 1];
        reached[0] = true;
        skipRuns(reached);
        for (int i = 0; i < folded.length(); i++) {
            if (!advance(reached, folded.charAt(i))) {
                return false;
            }
        }
        return reached[tokens.length];
    }

    private boolean advance(boolean[] reached, char c) {
        boolean any = false;
        for (int j = tokens.length; j >= 0; j--) {
            boolean stays = j < tokens.length && reached[j] && runsOver(tokens[j], c);
            boolean moves = j > 0 && reached[j - 1] && takes(tokens[j - 1], c);
            reached[j] = stays || moves;
            any |= reached[j];
        }
        skipRuns(reached);
        return any;
    }

    /** A run may be empty. */
    private void skipRuns(boolean[] reached) {
        for (int j = 0; j < tokens.length; j++) {
            reached[j + 1] |= reached[j] && (tokens[j] == ANY_RUN || tokens[j] == SEGMENT_RUN);
        }
    }

    private static boolean runsOver(int token, char c) {
        return token == ANY_RUN || (token == SEGMENT_RUN && c != '.');
    }

    private static boolean takes(int token, char c) {
        return token == c || (token == ONE && c != '.');
    }

    /** Whether the text has a wildcard at all. */
    public static boolean isPattern(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
