package io.taktstrom.descriptor;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Suggests the known word that is closest. */
public final class Closest {

    /** More words than these are not compared, nor longer ones: a guess must not cost time. */
    private static final int MAX_WORDS = 200;

    private static final int MAX_LENGTH = 64;
    private static final int MAX_LISTED = 30;

    private Closest() {}

    /** {@code did you mean 'x'?}, or what there is. */
    public static String hint(String word, Collection<String> known) {
        String guess = guess(word, known);
        return guess.isEmpty() ? list(known) : guess;
    }

    /** {@code did you mean 'x'?}, or nothing. */
    public static String guess(String word, Collection<String> known) {
        return closest(word, known).map(one -> "did you mean '" + one + "'?").orElse("");
    }

    /** The one that is most like a word, if it is much like it; of more than 200 none. */
    public static Optional<String> closest(String word, Collection<String> known) {
        String best = "";
        int bestDistance = 1 + Math.max(1, word.length() / 3);
        if (word.length() <= MAX_LENGTH && known.size() <= MAX_WORDS) {
            for (String candidate : known) {
                int distance = candidate.length() > MAX_LENGTH ? bestDistance : distance(word, candidate);
                if (distance < bestDistance) {
                    best = candidate;
                    bestDistance = distance;
                }
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    /** What there is. */
    public static String list(Collection<String> known) {
        if (known.isEmpty()) {
            return "none is available";
        }
        String all = known.stream().limit(MAX_LISTED).collect(Collectors.joining(", "));
        return (known.size() == 1 ? "there is " : "there are ") + all + (known.size() > MAX_LISTED ? ", ..." : "");
    }

    /** Edit distance with swaps of neighbours (optimal string alignment), without regard to case. */
    static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 ? j : j == 0 ? i : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best = Math.min(cost[i - 1][j - 1] + (same ? 0 : 1), Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
