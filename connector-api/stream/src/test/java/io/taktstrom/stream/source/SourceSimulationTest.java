package io.taktstrom.stream.source;

import java.util.logging.Level;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many seeds of {@link SourceSimulation}: {@code ./takt test simulate SEEDS SEED} sets how many, and the first. */
class SourceSimulationTest {

    private static final int SEEDS = 2000;

    /** Held, so that its level is not forgotten. */
    private static final Logger LOG = Logger.getLogger("io.taktstrom.stream");

    @BeforeAll
    static void tellNothing() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void tellAgain() {
        LOG.setLevel(null);
    }

    @Test
    void nothingOfADeviceIsLostWithoutAMarkWhateverHappensWhen() {
        long first = Long.getLong("takt.seed", System.nanoTime());
        long last = first + Long.getLong("takt.seeds", SEEDS);
        for (long seed = first; seed < last; seed++) {
            try {
                new SourceSimulation(seed).run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("./takt test simulate 1 " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
