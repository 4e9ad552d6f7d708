package io.taktstrom.stream;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process that buffers on disk is killed at random moments, again and again, with the same log. At the end the receiver has all
 * that the process had said to be safe, whole and in order; twice only what was on its way when it was killed, and so counted.
 * The first sample of each point after a kill is marked. {@code ./takt test spill ROUNDS SEED} does it for longer.
 */
class SpillCrashIT {

    private static final int ROUNDS = Integer.getInteger("takt.spill.rounds", 10);
    private static final long SEED = Long.getLong("takt.spill.seed", System.nanoTime());

    @TempDir
    private Path folder;

    @Test
    void aProcessThatIsKilledLosesNothingThatItHadSaidToBeSafe() throws Exception {
        Random random = new Random(SEED);
        List<Long> safe = new ArrayList<>();
        for (int run = 0; run < ROUNDS; run++) {
            try (PeerProcess process = start(run)) {
                process.awaitLine("ready");
                // At any moment, the first ones included.
                boolean ended = process.process().waitFor(random.nextInt(300), TimeUnit.MILLISECONDS);
                assertThat(ended)
                        .as("run %d of seed %d ended by itself", run, SEED)
                        .isFalse();
                process.process().destroyForcibly().waitFor();
            }
            safe.add(safe());
        }
        try (PeerProcess last = start(-1)) {
            assertThat(last.outputUntilItsEnd()).as("seed %d", SEED).contains("done");
        }
        check(safe);
        System.out.println("SpillCrashIT: " + ROUNDS + " kills from seed " + SEED + ", "
                + safe.stream().mapToLong(s -> s).sum() + " samples said to be safe, none lost");
    }

    private PeerProcess start(int run) throws IOException {
        return PeerProcess.java(
                SpillCrashProgram.class, folder.toString(), String.valueOf(SEED + run), String.valueOf(run));
    }

    private long safe() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve(SpillCrashProgram.SAFE).toFile(), "r")) {
            return file.readLong();
        }
    }

    private void check(List<Long> safe) throws IOException {
        Map<Integer, Long> next = new HashMap<>();
        long twice = 0;
        int latest = 0;
        for (String line : Files.readAllLines(folder.resolve(SpillCrashProgram.RECEIVED))) {
            assertThat(line).as("seed %d", SEED).doesNotContain("damaged");
            String[] words = line.split(" ", -1);
            int run = Integer.parseInt(words[0]);
            long count = Long.parseLong(words[1]);
            long expected = next.getOrDefault(run, 0L);
            assertThat(count).as("run %d of seed %d: left out", run, SEED).isLessThanOrEqualTo(expected);
            if (count < expected) {
                twice++;
            } else {
                assertThat(run).as("seed %d: order of runs", SEED).isGreaterThanOrEqualTo(latest);
                latest = run;
                // One point has the first sample, the other the second.
                assertThat(words.length > 2)
                        .as("run %d of seed %d: mark of sample %d", run, SEED, count)
                        .isEqualTo(run > 0 && count < 2);
                next.put(run, count + 1);
            }
        }
        for (int run = 0; run < safe.size(); run++) {
            assertThat(next.getOrDefault(run, 0L))
                    .as("samples of run %d of seed %d", run, SEED)
                    .isGreaterThanOrEqualTo(safe.get(run));
        }
        long repeated = Files.readAllLines(folder.resolve(SpillCrashProgram.STARTS)).stream()
                .mapToLong(line -> Long.parseLong(line.split(" ", -1)[1]))
                .sum();
        assertThat(twice).as("samples that came twice, seed %d", SEED).isLessThanOrEqualTo(repeated);
    }
}
