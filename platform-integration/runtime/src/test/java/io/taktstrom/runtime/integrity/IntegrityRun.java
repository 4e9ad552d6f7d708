package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many rounds with one device. {@code -Dtakt.integrity.rounds=N} says how many, {@code -Dtakt.integrity.seed=N} with which
 * seed to begin: that of a failure and one round repeat it.
 */
@Tag("integrity")
abstract class IntegrityRun {

    private static final int ROUNDS = Integer.getInteger("takt.integrity.rounds", 20);
    private static final long SEED = Long.getLong("takt.integrity.seed", 1);

    /** What happens to a connection is the subject here, and needs no log. Kept, or the level would be forgotten. */
    private static final Logger LOG = Logger.getLogger("io.taktstrom");

    @BeforeAll
    static void beQuiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOG.setLevel(null);
    }

    abstract CountingDevice device() throws IOException;

    @Test
    void noNumberIsMissingWithoutAMark() throws IOException {
        long start = System.nanoTime();
        try (CountingDevice device = device()) {
            for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
                assertThat(outcome(device, seed))
                        .as("seed " + seed + "; repeat with -Dtakt.integrity.seed=" + seed
                                + " -Dtakt.integrity.rounds=1")
                        .isEqualTo("nothing wrong");
            }
        }
        System.out.println(getClass().getSimpleName() + ": " + ROUNDS + " rounds from seed " + SEED
                + ", 0 unmarked gaps, " + (System.nanoTime() - start) / 1_000_000 + " ms");
    }

    private static String outcome(CountingDevice device, long seed) throws IOException {
        try {
            var wrong = Round.run(device, seed);
            return wrong.isEmpty() ? "nothing wrong" : String.join("\n", wrong);
        } catch (AssertionError e) {
            return String.valueOf(e.getMessage());
        }
    }
}
