package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SampleLogTest {

    /** A segment as the first version of the format has it: three samples of the point press.speed of connection press. */
    private static final String VERSION_1 =
            "VEFLVFNFRwABAAAAUAAAABBHAGj4kUC1AAAAAAAAAACPkyyydMnqGAoAAABwbGFudC55YW1sBQAAAHByZXNzBgAAAGJyb2tlcgAAACfDwhBU"
                    + "UkVDAQAAAEkAAAAAAAAAAAAAAAAAAAAi2DmydMnqGOgzKdsq1gNgAAAAAQAAAAtwcmVzcy5zcGVlZAAAAApNQUlOLnNwZWVkLQAAAAAEbW0v"
                    + "cwAAAAEAAAAEbGluZQAAAAEzcwAAAARESU5UAAAAAAAAAAAAAABUUkVDAg8AAEgAAAADAAAAAAAAAAAAAAAi2DmydMnqGBDt4+KnuDAeAAAA"
                    + "AAAAAAAANo/6/ZyXFwE2j/r9nJcXAjaP+v2clxcAACo2/pyXFykAAAAAAAAAZAAAAAAAAABlAAAAAAAAAGYAAAAAAAAA";

    @TempDir
    private Path folder;

    private LogFixture fixture;

    @BeforeEach
    void newFixture() {
        fixture = new LogFixture(folder.resolve("log"));
    }

    private static List<Long> counts(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void whatWasWrittenIsReadInOrderWithAllThatItHas() throws Exception {
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 25);
            fixture.write(log, 25, 2_500);
            List<LogFixture.Read> read = fixture.read(log);
            assertThat(LogFixture.counts(read)).isEqualTo(counts(0, 2_500));
            assertThat(read).allMatch(LogFixture.Read::whole);
            fixture.write(log, 2_500, 2_510);
            assertThat(LogFixture.counts(fixture.read(log))).isEqualTo(counts(2_500, 2_510));
            assertThat(fixture.lost()).isZero();
        }
    }

    @Test
    void theOneWhoReadsGetsTheVeryGroupThatWasWritten() throws Exception {
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 5);
            SampleBatch into = new SampleBatch(10, 1_000);
            log.fetch(into);
            assertThat(into.group()).isSameAs(fixture.group);
            assertThat(into.receivedAt()).isEqualTo(5_000);
        }
    }

    @Test
    void aRestartGoesOnBehindTheLastSampleThatWasAcknowledged() throws Exception {
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 100);
            fixture.read(log);
            log.markTaken(70);
            log.acknowledge(40);
        }
        try (SampleLog log = fixture.open()) {
            assertThat(log.recovered()).isEqualTo(60);
            assertThat(log.repeated()).isEqualTo(30);
            fixture.write(log, 100, 110);
            assertThat(LogFixture.counts(fixture.read(log))).isEqualTo(counts(40, 110));
            log.acknowledge(110);
        }
        assertThat(Segment.in(fixture.folder)).isEmpty();
        try (SampleLog log = fixture.open()) {
            assertThat(log.recovered()).isZero();
            fixture.write(log, 110, 112);
            assertThat(LogFixture.counts(fixture.read(log))).isEqualTo(counts(110, 112));
        }
    }

    @Test
    void groupsOfAFormerRunAreWhatTheyWere() throws Exception {
        StructType inner = new StructType(
                "ST_Axis",
                List.of(
                        new StructType.Field("position", ScalarType.LREAL, 0),
                        new StructType.Field("ready", ScalarType.BOOL, 8, 3)),
                16);
        DataType colour = new EnumType(
                "E_Colour", ScalarType.INT, List.of(new EnumType.Member("red", 0), new EnumType.Member("grün", -1)));
        List<DataType> types = List.of(
                ScalarType.LWORD,
                colour,
                StringType.wstring(12),
                new ArrayType(inner, List.of(new ArrayType.Bound(-1, 1), new ArrayType.Bound(0, 3))),
                new ArrayType(ScalarType.BYTE, List.of()));
        List<DataPoint> points = List.of(
                new DataPoint("a", "MAIN.a", null, true, "Cel", Map.of("line", "3", "ä", "ö")),
                DataPoint.of("b", "MAIN.b").withType(colour),
                DataPoint.of("c"),
                DataPoint.of("d"),
                DataPoint.of("e"));
        PointGroup group =
                new FixedGroup(points, types, List.of(StatusCode.GOOD, StatusCode.GOOD, StatusCode.BAD_TIMEOUT, 0, 0));
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(group, 7, 3);
        batch.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, -1);
        try (SampleLog log = fixture.open()) {
            log.begin();
            log.append(batch);
            log.commit();
        }
        try (SampleLog log = fixture.open()) {
            SampleBatch into = new SampleBatch(1, 0);
            log.fetch(into);
            assertThat(into.group()).isEqualTo(group);
            assertThat(into.sourceTimeAt(0)).isEqualTo(SampleBatch.NO_TIME);
            assertThat(into.longAt(0)).isEqualTo(-1);
        }
    }

    @Test
    void manyGroupsAndLargeValuesShareAUnit() throws Exception {
        PointGroup large = TestGroups.of(ArrayType.of(ScalarType.BYTE, 300_000));
        SampleBatch batch = new SampleBatch(1, 300_000);
        try (SampleLog log = fixture.open()) {
            log.begin();
            for (int i = 0; i < 5; i++) {
                fixture.append(log, i, i + 1L);
                batch.reset(large, 1, i);
                byte[] image = new byte[300_000];
                image[299_999] = (byte) i;
                batch.addBytes(0, i, StatusCode.GOOD, ByteBuffer.wrap(image), 0, image.length);
                log.append(batch);
            }
            log.commit();
        }
        try (SampleLog log = fixture.open()) {
            SampleBatch into = new SampleBatch(10, 300_000);
            for (int i = 0; i < 5; i++) {
                long first = log.fetch(into);
                assertThat(into.size()).isEqualTo(1);
                log.claim(first, 1);
                first = log.fetch(into);
                assertThat(into.arena().get(into.arenaOffsetAt(0) + 299_999)).isEqualTo((byte) i);
                log.claim(first, 1);
            }
        }
    }

    @Test
    void aLogThatIsFullDropsItsOldestSamplesAndSaysHowMany() throws Exception {
        fixture.maxBytes = LogSettings.MIN_BYTES;
        try (SampleLog log = fixture.open()) {
            long written = 0;
            while (fixture.lost() == 0) {
                fixture.write(log, written, written + 1_000);
                written += 1_000;
                assertThat(log.bytes()).isLessThan(LogSettings.MIN_BYTES + 100_000);
            }
            List<LogFixture.Read> read = fixture.read(log);
            assertThat(LogFixture.counts(read)).isEqualTo(counts(fixture.lost(), written));
            assertThat(fixture.lost).containsOnlyKeys(LogLoss.SIZE);
        }
    }

    @Test
    void whatIsDroppedWhileItIsBeingReadIsNotUsed() throws Exception {
        fixture.maxBytes = LogSettings.MIN_BYTES;
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 1_000);
            SampleBatch into = new SampleBatch(5, 1_000);
            long first = log.fetch(into);
            long written = 1_000;
            while (fixture.lost() == 0) {
                fixture.write(log, written, written + 1_000);
                written += 1_000;
            }
            assertThat(log.claim(first, into.size())).isEqualTo(into.size());
            assertThat(LogFixture.counts(fixture.read(log))).isEqualTo(counts(fixture.lost(), written));
        }
    }

    @Test
    void samplesThatAreTooOldGoEvenWhereNothingComes() throws Exception {
        ManualClock clock = new ManualClock(0);
        fixture.clock = clock;
        fixture.maxAge = Duration.ofHours(16);
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
            clock.advance(Duration.ofHours(2));
            log.upkeep();
            fixture.write(log, 10, 20);
            clock.advance(Duration.ofHours(15));
            log.upkeep();
            assertThat(fixture.lost).containsEntry(LogLoss.AGE, 10L);
            assertThat(LogFixture.counts(fixture.read(log))).isEqualTo(counts(10, 20));
        }
    }

    @Test
    void aLogThatWasReadToTheEndLeavesNoFileBehind() throws Exception {
        ManualClock clock = new ManualClock(0);
        fixture.clock = clock;
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
            fixture.read(log);
            log.acknowledge(10);
            clock.advance(Duration.ofSeconds(2));
            log.upkeep();
            assertThat(Segment.in(fixture.folder)).isEmpty();
            assertThat(log.bytes()).isZero();
            fixture.write(log, 10, 12);
            assertThat(LogFixture.counts(fixture.read(log))).isEqualTo(counts(10, 12));
        }
    }

    @Test
    void aFolderIsUsedOnceAtATime() throws Exception {
        try (SampleLog log = fixture.open()) {
            assertThat(log.unread()).isZero();
            assertThatThrownBy(fixture::open)
                    .isInstanceOf(LogException.class)
                    .hasMessageContainingAll(fixture.folder.toString(), "used by this process", "name another folder");
        }
        fixture.open().close();
    }

    @Test
    void aLogOfAnotherDeploymentIsNamedAndLeftAlone() throws Exception {
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
        }
        byte[] before = Files.readAllBytes(fixture.segment());
        fixture.identity = new LogIdentity("other.yaml", "press", "broker");
        assertThatThrownBy(fixture::open)
                .isInstanceOf(LogException.class)
                .hasMessageContainingAll(
                        "stream press to broker of plant.yaml",
                        "other.yaml",
                        "use those names again",
                        "name another folder");
        assertThat(Files.readAllBytes(fixture.segment())).isEqualTo(before);
    }

    /** Persian has digits of its own, which a name must not be made of that is to be found again. */
    @Test
    void aLogIsFoundAgainWhateverTheLanguageOfTheMachine() throws Exception {
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("fa-IR"));
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
        } finally {
            Locale.setDefault(usual);
        }
        try (SampleLog log = fixture.open()) {
            assertThat(log.recovered()).isEqualTo(10);
        }
    }

    @Test
    void aLogOfAnotherVersionIsNamedAndLeftAlone() throws Exception {
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
        }
        Path segment = fixture.segment();
        byte[] file = Files.readAllBytes(segment);
        ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(8, 3);
        int length = header.getInt(12);
        CRC32C crc = new CRC32C();
        crc.update(file, 0, length - 4);
        header.putInt(length - 4, (int) crc.getValue());
        Files.write(segment, file);
        assertThatThrownBy(fixture::open)
                .isInstanceOf(LogException.class)
                .hasMessageContainingAll(segment.toString(), "version 3", "versions 1 to 2", "takt buffer drain");
        assertThat(Files.readAllBytes(segment)).isEqualTo(file);
    }

    @Test
    void aLogOfVersion1IsReadWithEmptyConnections() throws Exception {
        Files.createDirectories(fixture.folder);
        Files.write(Segment.path(fixture.folder, 0), Base64.getDecoder().decode(VERSION_1));
        try (SampleLog log = fixture.open()) {
            assertThat(log.notices())
                    .anySatisfy(notice -> assertThat(notice)
                            .contains(fixture.folder.toString(), "earlier version", "empty connection"));
            SampleBatch into = new SampleBatch(3, 0);
            assertThat(log.fetch(into)).isZero();
            assertThat(into.group().points())
                    .containsExactly(
                            new DataPoint("press.speed", "MAIN.speed", null, false, "mm/s", Map.of("line", "3"), ""));
            assertThat(into.longAt(2)).isEqualTo(102);
            log.claim(0, 3);
            fixture.write(log, 3, 10);
            assertThat(LogFixture.counts(fixture.read(log))).isEqualTo(counts(3, 10));
            assertThat(fixture.lost()).isZero();
        }
    }

    @Test
    void segmentsOfTwoLogsInOneFolderAreNotMixed() throws Exception {
        LogFixture other = new LogFixture(folder.resolve("other"));
        try (SampleLog log = other.open()) {
            other.write(log, 0, 10);
        }
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
        }
        Files.copy(other.segment(), Segment.path(fixture.folder, 10));
        assertThatThrownBy(fixture::open).isInstanceOf(LogException.class).hasMessageContaining("of another log");
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        Files.writeString(folder.resolve("log"), "a file");
        assertThatThrownBy(fixture::open)
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(fixture.folder.toString(), "must be a folder");
    }

    @Test
    void withoutItsProgressALogIsSentAgainAndSaysSo() throws Exception {
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
            fixture.read(log);
            log.acknowledge(5);
        }
        Files.delete(fixture.folder.resolve(ProgressFile.NAME));
        try (SampleLog log = fixture.open()) {
            assertThat(LogFixture.counts(fixture.read(log))).isEqualTo(counts(0, 10));
            assertThat(log.notices()).singleElement().asString().contains("sent again");
        }
    }

    @Test
    void aSegmentThatWasRemovedIsMissed() throws Exception {
        fixture.maxBytes = LogSettings.MIN_BYTES;
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 5_000);
            fixture.write(log, 5_000, 10_000);
            fixture.write(log, 10_000, 10_010);
        }
        List<Path> segments = Segment.in(fixture.folder);
        assertThat(segments).hasSize(3);
        Files.delete(segments.get(1));
        try (SampleLog log = fixture.open()) {
            assertThat(log.recovered()).isEqualTo(10_010);
            assertThat(fixture.read(log)).hasSize(5_010);
            assertThat(fixture.lost).containsExactly(Map.entry(LogLoss.DAMAGE, 5_000L));
        }
        Files.delete(segments.get(2));
        fixture.lost.clear();
        try (SampleLog log = fixture.open()) {
            assertThat(fixture.read(log)).hasSize(5_000);
            assertThat(fixture.lost).containsExactly(Map.entry(LogLoss.DAMAGE, 5_010L));
        }
    }
}
