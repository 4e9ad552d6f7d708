package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Random lives of a log, ended in order, by a kill or by a power cut, on a disk that is full at times, against sets of numbers. */
class SampleLogPropertyTest {

    private static final int ROUNDS = 60;
    private static final int LIVES = 4;
    private static final int STEPS = 100;

    @TempDir
    private Path folder;

    @Test
    void whateverHappensWhatWasForcedIsReadUntilItIsAcknowledged() throws Exception {
        long seed = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            try {
                new Lives(folder.resolve("round" + round), seed + round).play();
            } catch (AssertionError | IOException | RuntimeException e) {
                throw new AssertionError("seed " + (seed + round) + ": " + e.getMessage(), e);
            }
        }
    }

    /** Several lives of one log. */
    private static final class Lives {

        private final Path place;
        private final Random random;
        private final Duration sync;
        private FrailFiles files = new FrailFiles();
        private LogFixture fixture;
        private int life;
        private long written;
        private long writtenInThisLife;
        private long forced;
        /** Numbers that are to be read in this life. */
        private TreeSet<Long> pending = new TreeSet<>();
        /** Those that were not acknowledged. */
        private final TreeSet<Long> expected = new TreeSet<>();
        /** Those that may or may not have outlived a power cut. */
        private final Set<Long> uncertain = new HashSet<>();

        private long claimedTo;
        private long lastRead;
        private long received;

        Lives(Path place, long seed) throws IOException {
            this.place = place;
            random = new Random(seed);
            sync = random.nextInt(3) == 0 ? Duration.ZERO : Duration.ofHours(1);
            fixture = next();
        }

        private LogFixture next() throws IOException {
            files = new FrailFiles();
            LogFixture made = new LogFixture(place.resolve("life" + life++));
            Files.createDirectories(made.folder);
            made.files = files;
            made.sync = sync;
            return made;
        }

        void play() throws Exception {
            for (int i = 0; i < LIVES; i++) {
                SampleLog log = begin();
                for (int step = 0; step < STEPS; step++) {
                    step(log);
                }
                end(log);
            }
            SampleLog log = begin();
            while (read(log)) {
                // All that is left.
            }
            uncertain.forEach(pending::remove);
            assertThat(pending).as("never read").isEmpty();
            assertThat(received + fixture.lost()).isEqualTo(log.recovered() + writtenInThisLife);
            log.close();
        }

        private SampleLog begin() throws IOException {
            SampleLog log = fixture.open();
            pending = new TreeSet<>(expected);
            claimedTo = 0;
            lastRead = -1;
            received = 0;
            writtenInThisLife = 0;
            return log;
        }

        private void step(SampleLog log) throws Exception {
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> write(log);
                case 3 -> read(log);
                case 4 -> acknowledge(log);
                default -> {
                    log.force();
                    forced = written;
                }
            }
        }

        private void write(SampleLog log) throws IOException {
            long to = written + 1 + random.nextInt(200);
            if (random.nextInt(5) == 0) {
                files.setRoom(random.nextInt(3_000));
            }
            try {
                log.begin();
            } catch (IOException full) {
                files.setRoom(Long.MAX_VALUE);
                log.begin();
            }
            fixture.append(log, written, to);
            try {
                log.commit();
            } catch (IOException full) {
                files.setRoom(Long.MAX_VALUE);
                log.commit();
            }
            files.setRoom(Long.MAX_VALUE);
            writtenInThisLife += to - written;
            for (; written < to; written++) {
                pending.add(written);
                expected.add(written);
            }
            if (sync.isZero()) {
                forced = written;
            }
        }

        private boolean read(SampleLog log) throws Exception {
            SampleBatch into = new SampleBatch(1 + random.nextInt(50), 4_000);
            long first = log.fetch(into);
            if (first == SampleLog.NOTHING) {
                return false;
            }
            assertThat(log.claim(first, into.size())).isZero();
            claimedTo = first + into.size();
            for (int i = 0; i < into.size(); i++) {
                LogFixture.Read sample = LogFixture.sample(into, i);
                assertThat(sample.whole()).as("%s", sample).isTrue();
                assertThat(sample.count()).isGreaterThan(lastRead);
                lastRead = sample.count();
                while (!pending.isEmpty() && pending.first() < lastRead) {
                    long missing = pending.pollFirst();
                    assertThat(uncertain.contains(missing))
                            .as("%d, left out before %d, was not sure to be there", missing, lastRead)
                            .isTrue();
                }
                pending.remove(lastRead);
                received++;
            }
            return true;
        }

        private void acknowledge(SampleLog log) throws IOException {
            if (claimedTo > 0) {
                log.acknowledge(claimedTo);
                expected.headSet(lastRead, true).clear();
            }
        }

        /** The next life goes on with what this one leaves in its folder, in another. */
        private void end(SampleLog log) throws IOException {
            LogFixture before = fixture;
            FrailFiles disk = files;
            int how = random.nextInt(3);
            if (how == 0) {
                log.close();
            }
            fixture = next();
            if (how == 2) {
                disk.cutPower(random, before.folder, fixture.folder);
                expected.stream().filter(count -> count >= forced).forEach(uncertain::add);
            } else {
                try (Stream<Path> all = Files.list(before.folder)) {
                    for (Path file : all.toList()) {
                        Files.copy(file, fixture.folder.resolve(file.getFileName()));
                    }
                }
            }
            log.close();
            forced = written;
        }
    }
}
