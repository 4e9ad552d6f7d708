package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many seeds of {@link PipelineSimulation}: {@code ./takt test simulate SEEDS SEED} sets how many, and the first. */
class PipelineSimulationTest {

    private static final int SEEDS = 2000;

    /** Held, so that its level is not forgotten. */
    private static final Logger LOG = Logger.getLogger("io.taktstrom.stream");

    /** In memory where that is possible: each write is forced to the disk. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private static Path folder;

    @BeforeAll
    static void tellNothing() {
        LOG.setLevel(Level.OFF);
    }

    @BeforeAll
    static void make() throws IOException {
        folder = Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "simulation")
                : Files.createTempDirectory("simulation");
    }

    @AfterAll
    static void delete() throws IOException {
        delete(folder);
    }

    private static void delete(Path what) throws IOException {
        try (Stream<Path> all = Files.walk(what)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @AfterAll
    static void tellAgain() {
        LOG.setLevel(null);
    }

    @Test
    void nothingIsLostWithoutAMarkWhateverHappensWhen() throws IOException {
        long first = Long.getLong("takt.seed", System.nanoTime());
        long last = first + Long.getLong("takt.seeds", SEEDS);
        for (long seed = first; seed < last; seed++) {
            Path own = Files.createDirectory(folder.resolve("s" + seed));
            try {
                new PipelineSimulation(seed, own).run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("./takt test simulate 1 " + seed + ": " + e.getMessage(), e);
            } finally {
                delete(own);
            }
        }
    }
}
