package io.taktstrom.model;

import java.util.Arrays;
import java.util.Locale;

/**
 * A pattern over dotted names: {@code *} stands for any run of characters within one segment, {@code **} for any run
 * with dots too, {@code ?} for one character but a dot. Case does not matter, as in IEC 61131-3.
 *
 * <p>Patterns come from users and names from devices, so time to match is linear in the length of the name, whatever both
 * are: a regular expression of several {@code **} would take exponential time to fail. All places of the pattern that a
 * name may have come to are bits of words that advance together (Baeza-Yates and Gonnet, "A new approach to text
 * searching", CACM 35(10), 1992), 64 of them with each step.
 *
 * <p>Immutable, thread-safe.
 */
public final class Glob {

    private final String text;
    private final int tokens;
    private final int words;
    /** What a name must end with: cheap to see. */
    private final String suffix;
    /** The distinct characters of the pattern, sorted. */
    private final char[] letters;
    /** By letter, {@code words} each: where it stands in the pattern. */
    private final long[] places;
    /** Where one character but a dot stands. */
    private final long[] ones;
    /** Where any run of characters stands, dots included. */
    private final long[] anyRuns;
    /** Where any run of characters but dots stands. */
    private final long[] segmentRuns;

    private Glob(String text) {
        this.text = text;
        // Neighbouring runs are one: after this, a run is followed by something else.
        String folded = text.toLowerCase(Locale.ROOT).replaceAll("\\*{2,}", "**");
        words = folded.length() / Long.SIZE + 1;
        letters = letters(folded);
        places = new long[letters.length * words];
        ones = new long[words];
        anyRuns = new long[words];
        segmentRuns = new long[words];
        int token = 0;
        for (int i = 0; i < folded.length(); i++, token++) {
            char c = folded.charAt(i);
            if (folded.startsWith("**", i)) {
                set(anyRuns, 0, token);
                i++;
            } else if (c == '*') {
                set(segmentRuns, 0, token);
            } else if (c == '?') {
                set(ones, 0, token);
            } else {
                set(places, words * Arrays.binarySearch(letters, c), token);
            }
        }
        tokens = token;
        suffix = folded.substring(Math.max(folded.lastIndexOf('*'), folded.lastIndexOf('?')) + 1);
    }

    private static char[] letters(String folded) {
        char[] sorted = folded.replace("*", "").replace("?", "").toCharArray();
        Arrays.sort(sorted);
        int count = 0;
        for (char c : sorted) {
            if (count == 0 || sorted[count - 1] != c) {
                sorted[count++] = c;
            }
        }
        return Arrays.copyOf(sorted, count);
    }

    private static void set(long[] bits, int offset, int token) {
        bits[offset + token / Long.SIZE] |= 1L << token;
    }

    public static Glob of(String text) {
        return new Glob(text);
    }

    public boolean matches(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return folded.endsWith(suffix) && (words == 1 ? matchesShort(folded) : matchesLong(folded));
    }

    /** Bit j of {@code reached}: what has been read of the name matches the first j tokens. */
    private boolean matchesShort(String folded) {
        long runs = anyRuns[0] | segmentRuns[0];
        long reached = 1 | (runs & 1) << 1;
        for (int i = 0; i < folded.length() && reached != 0; i++) {
            char c = folded.charAt(i);
            int letter = letter(c);
            long takes = (letter < 0 ? 0 : places[letter]) | (c == '.' ? 0 : ones[0]);
            long stays = anyRuns[0] | (c == '.' ? 0 : segmentRuns[0]);
            reached = (reached & takes) << 1 | (reached & stays);
            // A run may be empty.
            reached |= (reached & runs) << 1;
        }
        return (reached >>> tokens & 1) != 0;
    }

    private boolean matchesLong(String folded) {
        long[] reached = new long[words];
        reached[0] = 1 | ((anyRuns[0] | segmentRuns[0]) & 1) << 1;
        for (int i = 0; i < folded.length(); i++) {
            if (!advance(reached, folded.charAt(i))) {
                return false;
            }
        }
        return (reached[tokens / Long.SIZE] >>> tokens & 1) != 0;
    }

    /** Whether there is any place left to be at. */
    private boolean advance(long[] reached, char c) {
        int letter = letter(c);
        boolean dot = c == '.';
        long movedOut = 0;
        long skippedOut = 0;
        long any = 0;
        for (int w = 0; w < words; w++) {
            long takes = (letter < 0 ? 0 : places[letter * words + w]) | (dot ? 0 : ones[w]);
            long stays = anyRuns[w] | (dot ? 0 : segmentRuns[w]);
            long moved = reached[w] & takes;
            long now = moved << 1 | movedOut | (reached[w] & stays);
            long skipped = now & (anyRuns[w] | segmentRuns[w]);
            reached[w] = now | skipped << 1 | skippedOut;
            movedOut = moved >>> (Long.SIZE - 1);
            skippedOut = skipped >>> (Long.SIZE - 1);
            any |= reached[w];
        }
        return any != 0;
    }

    private int letter(char c) {
        return Arrays.binarySearch(letters, c);
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
