package io.taktstrom.deployment;

import java.util.Arrays;

/**
 * The bounded buffer between a source and its sinks.
 *
 * @param capacity most samples that wait in memory
 * @param onFull what happens to one more
 */
public record RingConfig(int capacity, OnFull onFull) {

    /** What happens to a sample that finds the ring full. Each loss is counted, and marks the next sample. */
    public enum OnFull {
        /** The source waits for a while, then the new sample is lost. */
        BLOCK("block"),
        /** The new sample is lost. */
        DROP_NEWEST("dropNewest"),
        /** The oldest sample is lost. */
        DROP_OLDEST("dropOldest"),
        /** Full or not, the ring holds the latest sample of each point only. */
        CONFLATE("conflate");

        private final String word;

        OnFull(String word) {
            this.word = word;
        }

        /** As it stands in a file, for example {@code dropOldest}. */
        public String word() {
            return word;
        }

        public static OnFull ofWord(String word) {
            return Arrays.stream(values())
                    .filter(policy -> policy.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no overflow policy '" + word + "'"));
        }
    }

    public static final RingConfig STANDARD = new RingConfig(65_536, OnFull.DROP_OLDEST);
}
