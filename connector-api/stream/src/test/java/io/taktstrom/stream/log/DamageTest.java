package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** A small log, cut at each length and with each of its bits turned: what is delivered is right, what is not is counted. */
class DamageTest {

    private static final int SAMPLES = 23;

    @TempDir
    private Path folder;

    private final Map<Path, byte[]> files = new HashMap<>();
    private LogFixture fixture;
    private long acknowledged;

    @BeforeEach
    void aSmallLog() throws Exception {
        fixture = new LogFixture(folder.resolve("log"));
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 7);
            fixture.write(log, 7, 8);
            fixture.write(log, 8, SAMPLES);
            fixture.read(log);
            log.acknowledge(3);
            acknowledged = 3;
        }
        try (Stream<Path> all = Files.list(fixture.folder)) {
            for (Path file : all.toList()) {
                files.put(file, Files.readAllBytes(file));
            }
        }
    }

    private void restore() throws IOException {
        try (Stream<Path> all = Files.list(fixture.folder)) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
        }
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
        fixture.lost.clear();
    }

    private byte[] bytes(Path file) {
        byte[] bytes = files.get(file);
        if (bytes == null) {
            throw new AssertionError("no " + file);
        }
        return bytes;
    }

    private void check(String what) throws Exception {
        try (SampleLog log = fixture.open()) {
            long recovered = log.recovered();
            fixture.write(log, 100, 103);
            List<LogFixture.Read> read = fixture.read(log);
            assertThat(read).as(what).allMatch(LogFixture.Read::whole);
            List<Long> counts = LogFixture.counts(read);
            assertThat(counts).as(what).isSorted().doesNotHaveDuplicates().endsWith(100L, 101L, 102L);
            assertThat(read.size() + fixture.lost()).as(what).isEqualTo(recovered + 3);
            assertThat(counts.get(0)).as(what).isBetween(0L, 100L);
            assertThat(fixture.lost.keySet()).as(what).isSubsetOf(LogLoss.DAMAGE);
        }
    }

    @Test
    void aTornTailIsCutAtWhateverLength() throws Exception {
        Path segment = fixture.segment();
        byte[] whole = bytes(segment);
        for (int length = 0; length < whole.length; length++) {
            restore();
            Files.delete(fixture.folder.resolve(ProgressFile.NAME));
            byte[] torn = new byte[length];
            System.arraycopy(whole, 0, torn, 0, length);
            Files.write(segment, torn);
            check("cut at " + length);
            assertThat(fixture.lost()).as("cut at " + length).isZero();
        }
    }

    @Test
    void aTailThatWasForcedAndIsGoneIsCounted() throws Exception {
        Path segment = fixture.segment();
        byte[] whole = bytes(segment);
        for (int length = 0; length < whole.length; length += 8) {
            restore();
            byte[] torn = new byte[length];
            System.arraycopy(whole, 0, torn, 0, length);
            Files.write(segment, torn);
            try (SampleLog log = fixture.open()) {
                assertThat(log.recovered()).isEqualTo(SAMPLES - acknowledged);
                assertThat(fixture.read(log).size() + fixture.lost()).isEqualTo(SAMPLES - acknowledged);
                assertThat(log.unread()).isZero();
            }
        }
    }

    /** Where the disk cannot force, a unit is in the file and does not count: its samples go elsewhere. */
    @Test
    void whatWasDiscardedIsNotReadByTheNextRun() throws Exception {
        restore();
        FrailFiles frail = new FrailFiles();
        fixture.files = frail;
        fixture.sync = Duration.ZERO;
        Path killed = Files.createDirectory(folder.resolve("killed"));
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 23, 25);
            frail.setForceFails(true);
            assertThatIOException().isThrownBy(() -> fixture.write(log, 25, 30));
            log.discard();
            try (Stream<Path> all = Files.list(fixture.folder)) {
                for (Path file : all.toList()) {
                    Files.copy(file, killed.resolve(file.getFileName()));
                }
            }
            frail.setForceFails(false);
        }
        LogFixture next = new LogFixture(killed);
        try (SampleLog log = next.open()) {
            List<Long> counts = LogFixture.counts(next.read(log));
            assertThat(counts).startsWith(3L).endsWith(24L);
        }
    }

    /** A power cut may leave a file as it was between two writes to the same place. */
    @Test
    void whatWasDiscardedIsNotReadInPlaceOfWhatWasWrittenSince() throws Exception {
        restore();
        FrailFiles frail = new FrailFiles();
        fixture.files = frail;
        fixture.sync = Duration.ZERO;
        Path written = Segment.path(fixture.folder, SAMPLES);
        byte[] withDiscarded;
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 23, 25);
            frail.setForceFails(true);
            assertThatIOException().isThrownBy(() -> fixture.write(log, 25, 30));
            withDiscarded = Files.readAllBytes(written);
            log.discard();
            frail.setForceFails(false);
            fixture.write(log, 50, 55);
            fixture.write(log, 55, 58);
        }
        Files.write(written, withDiscarded);
        try (SampleLog log = fixture.open()) {
            assertThat(LogFixture.counts(fixture.read(log)))
                    .containsSubsequence(24L, 50L, 54L, 55L)
                    .doesNotContain(25L, 29L);
        }
    }

    /** The segment that has some of its numbers is acknowledged and deleted, the one behind that has others of them. */
    @Test
    void whatWasDiscardedIsNotReadInPlaceOfAPartOfWhatWasWrittenSince() throws Exception {
        restore();
        FrailFiles frail = new FrailFiles();
        fixture.files = frail;
        fixture.sync = Duration.ZERO;
        Path written = Segment.path(fixture.folder, SAMPLES);
        byte[] withDiscarded;
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 23, 25);
            frail.setForceFails(true);
            assertThatIOException().isThrownBy(() -> fixture.write(log, 25, 30));
            withDiscarded = Files.readAllBytes(written);
            log.discard();
            frail.setForceFails(false);
            fixture.write(log, 50, 52);
            frail.setForceFails(true);
            assertThatIOException().isThrownBy(() -> fixture.write(log, 52, 55));
            log.discard();
            frail.setForceFails(false);
            fixture.write(log, 55, 58);
        }
        Files.write(written, withDiscarded);
        Files.delete(Segment.path(fixture.folder, 25));
        try (SampleLog log = fixture.open()) {
            assertThat(LogFixture.counts(fixture.read(log)))
                    .containsSubsequence(24L, 55L, 56L, 57L)
                    .doesNotContain(25L, 29L);
            assertThat(fixture.lost).containsExactly(Map.entry(LogLoss.DAMAGE, 2L));
        }
    }

    /** A power cut leaves a discarded unit, and of the segment that has its numbers nothing sound. */
    @Test
    void whatWasDiscardedIsNotReadInPlaceOfADamagedSegment() throws Exception {
        restore();
        Path lost = Segment.path(fixture.folder, 8);
        Files.write(lost, new byte[300]);
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 100, 103);
        }
        try (SampleLog log = fixture.open()) {
            assertThat(LogFixture.counts(fixture.read(log))).containsExactly(3L, 4L, 5L, 6L, 7L, 100L, 101L, 102L);
            assertThat(fixture.lost).containsExactly(Map.entry(LogLoss.DAMAGE, 15L));
        }
    }

    @Test
    void noBitThatTurnsIsDelivered() throws Exception {
        Path segment = fixture.segment();
        byte[] whole = bytes(segment);
        for (int at = 0; at < whole.length; at++) {
            restore();
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << (at % 8));
            Files.write(segment, flipped);
            check("bit " + at % 8 + " of byte " + at);
        }
    }

    @Test
    void aDamagedRecordCostsItsOwnSamplesOnly() throws Exception {
        Path segment = fixture.segment();
        byte[] flipped = bytes(segment).clone();
        // The last record has samples 8 to 22: its content ends the file.
        flipped[flipped.length - 20] ^= 1;
        restore();
        Files.write(segment, flipped);
        try (SampleLog log = fixture.open()) {
            assertThat(LogFixture.counts(fixture.read(log))).containsExactly(3L, 4L, 5L, 6L, 7L);
            assertThat(fixture.lost).containsEntry(LogLoss.DAMAGE, 15L);
            assertThat(log.damaged()).isEqualTo(15);
        }
    }

    @Test
    void aProgressWithATurnedBitNeverSkipsWhatWasNotAcknowledged() throws Exception {
        Path progress = fixture.folder.resolve(ProgressFile.NAME);
        byte[] whole = bytes(progress);
        for (int at = 0; at < whole.length; at += at < 60 || at >= 4096 ? 1 : 4036) {
            restore();
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << (at % 8));
            Files.write(progress, flipped);
            try (SampleLog log = fixture.open()) {
                List<Long> counts = LogFixture.counts(fixture.read(log));
                assertThat(counts)
                        .as("byte " + at)
                        .contains(3L, (long) SAMPLES - 1)
                        .isSorted();
                assertThat(fixture.lost()).isZero();
            }
        }
    }
}
