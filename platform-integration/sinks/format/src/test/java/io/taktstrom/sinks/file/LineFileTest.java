package io.taktstrom.sinks.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.testkit.ManualClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LineFileTest {

    private static final long NEVER = Long.MAX_VALUE;

    /** 2026-11-22T07:00:00Z. */
    private static final long HOUR = 1_795_330_800_000_000_000L;

    @TempDir
    Path directory;

    private final List<String> notices = new ArrayList<>();

    @Test
    void theHeaderStandsOnceHoweverOftenTheFileIsOpened() throws IOException {
        for (String line : List.of("1\n", "2\n")) {
            try (LineFile file = open("a.csv", "header\n", NEVER)) {
                file.append(bytes(line));
            }
        }
        assertThat(text("a.csv")).isEqualTo("header\n1\n2\n");
    }

    @Test
    void aLineThatAKilledProcessLeftHalfWrittenIsCutOff() throws IOException {
        Files.writeString(directory.resolve("a.jsonl"), "{\"point\":\"a\"}\n{\"poi");
        try (LineFile file = open("a.jsonl", "", NEVER)) {
            file.append(bytes("{}\n"));
        }
        assertThat(text("a.jsonl")).isEqualTo("{\"point\":\"a\"}\n{}\n");
    }

    @Test
    void aFileThatHoldsNoLinesIsLeftAlone() throws IOException {
        Files.writeString(directory.resolve("key.bin"), "no line end at all");
        assertThatThrownBy(() -> open("key.bin", "", NEVER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not hold lines; name another file");
        assertThat(text("key.bin")).isEqualTo("no line end at all");
    }

    @Test
    void twoSinksCannotWriteTheSameFile() throws IOException {
        try (LineFile file = open("a.jsonl", "", NEVER)) {
            assertThatThrownBy(() -> open("a.jsonl", "", NEVER))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another sink writes it");
            file.append(bytes("{}\n"));
        }
    }

    @Test
    void aFileThatCannotBeIsRefusedWithARemedy() {
        assertThatThrownBy(() -> open("/proc/nowhere/a.jsonl", "", NEVER))
                .hasMessageContaining("nothing can be made in /proc/nowhere")
                .hasMessageContaining("check the path");
        assertThatThrownBy(() -> open(".", "", NEVER)).hasMessageContaining("no regular file");
        assertThatThrownBy(() -> open("/dev/full", "", NEVER)).hasMessageContaining("no regular file");
    }

    @Test
    void aFolderThatIsNotThereIsMade() throws IOException {
        try (LineFile file = open("new/er/a.jsonl", "", NEVER)) {
            file.append(bytes("{}\n"));
        }
        assertThat(text("new/er/a.jsonl")).isEqualTo("{}\n");
    }

    @Test
    void whatIsOnlyCheckedLeavesNothingBehind() throws IOException {
        LineFile.check(directory.resolve("new/a.jsonl"));
        assertThat(directory.resolve("new")).doesNotExist();
        try (LineFile file = open("a.jsonl", "", NEVER)) {
            file.append(bytes("{}\n"));
            assertThatThrownBy(() -> LineFile.check(directory.resolve("a.jsonl")))
                    .hasMessageContaining("another sink writes it");
        }
        assertThatThrownBy(() -> LineFile.check(directory.resolve("a.jsonl/b/c.jsonl")))
                .hasMessageContaining("nothing can be made in " + directory.resolve("a.jsonl"));
    }

    @Test
    void aFullFileIsSetAsideAndAnotherBegunWithItsHeader() throws IOException {
        try (LineFile file = open("a.csv", "h\n", 10)) {
            for (int i = 0; i < 5; i++) {
                file.append(bytes("line" + i + "\n"));
            }
        }
        List<String> all;
        try (Stream<Path> files = Files.list(directory)) {
            all = files.sorted()
                    .map(path -> text(path.getFileName().toString()))
                    .toList();
        }
        assertThat(all).hasSize(3).allMatch(text -> text.startsWith("h\n"));
        assertThat(String.join("", all).replace("h\n", "").lines())
                .containsExactlyInAnyOrder("line0", "line1", "line2", "line3", "line4");
        assertThat(text("a.csv")).isEqualTo("h\nline4\n");
    }

    @Test
    void aFileIsCompleteAtTheFullHourThatLiesBetweenTwoWrites() throws IOException {
        ManualClock clock = new ManualClock(HOUR - 2);
        try (LineFile file =
                open("a.csv", "h\n", new Rotation(NEVER, Duration.ofHours(1)), clock, Retention.FOR_EVER)) {
            file.append(bytes("1\n"));
            clock.advance(Duration.ofNanos(1));
            file.append(bytes("2\n"));
            clock.advance(Duration.ofNanos(1));
            file.append(bytes("3\n"));
            clock.advance(Duration.ofHours(5));
            file.append(bytes("4\n"));
        }
        assertThat(names()).hasSize(3);
        assertThat(text("a.csv")).isEqualTo("h\n4\n");
        assertThat(names()).map(this::text).contains("h\n1\n2\n", "h\n3\n");
    }

    @Test
    void aFileOfAnHourThatIsOverIsCompleteAtTheNextStart() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "h\n1\n");
        Files.setLastModifiedTime(directory.resolve("a.csv"), FileTime.from(HOUR - 1, TimeUnit.NANOSECONDS));
        try (LineFile file = open(
                "a.csv", "h\n", new Rotation(NEVER, Duration.ofHours(1)), new ManualClock(HOUR), Retention.FOR_EVER)) {
            file.append(bytes("2\n"));
        }
        assertThat(text("a.csv")).isEqualTo("h\n2\n");
        assertThat(names()).hasSize(2);
    }

    @Test
    void aDateInTheNameMakesAnotherFileAndItsFolder() throws IOException {
        ManualClock clock = new ManualClock(HOUR - 1);
        try (LineFile file =
                open("{date:yyyy}/{date:MM-dd-HH}.csv", "h\n", Rotation.NEVER, clock, Retention.FOR_EVER)) {
            file.append(bytes("1\n"));
            clock.advance(Duration.ofNanos(1));
            file.append(bytes("2\n"));
        }
        assertThat(text("2026/11-22-06.csv")).isEqualTo("h\n1\n");
        assertThat(text("2026/11-22-07.csv")).isEqualTo("h\n2\n");
    }

    /** Rows of other columns must not stand under a header that does not name them. */
    @Test
    void aFileWithOtherColumnsIsSetAside() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "point,value\na,1\n");
        try (LineFile file = open("a.csv", "value\n", NEVER)) {
            file.append(bytes("2\n"));
        }
        assertThat(text("a.csv")).isEqualTo("value\n2\n");
        assertThat(names()).hasSize(2).map(this::text).contains("point,value\na,1\n");
        assertThat(notices).singleElement().asString().contains("begins with another line", "set aside as a.2");
    }

    @Test
    void filesThatAreCompleteAreCompressedAndTheOldestRemoved() throws IOException {
        ManualClock clock = new ManualClock(HOUR);
        Retention retention = new Retention(Finish.GZIP, 2, 0, Duration.ZERO);
        Files.writeString(directory.resolve("b.csv"), "somebody else's");
        try (LineFile file = open("a.csv", "h\n", new Rotation(1, Duration.ZERO), clock, retention)) {
            for (int i = 1; i <= 5; i++) {
                clock.advance(Duration.ofMinutes(1));
                file.append(bytes(i + "\n"));
                int complete = Math.min(i - 1, 2);
                Awaitility.await()
                        .untilAsserted(() -> assertThat(names())
                                .filteredOn(name -> name.endsWith(".gz"))
                                .hasSize(complete));
            }
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(names().stream().map(this::unpacked))
                        .containsExactlyInAnyOrder("h\n5\n", "somebody else's", "h\n3\n", "h\n4\n"));
        assertThat(names()).filteredOn(name -> name.endsWith(".csv.gz")).hasSize(2);
    }

    private String unpacked(String name) {
        if (!name.endsWith(".gz")) {
            return text(name);
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(directory.resolve(name)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFileThatRestsIsOpenedAgainWhenItIsWritten() throws IOException {
        try (LineFile file = open("a.csv", "h\n", NEVER)) {
            file.append(bytes("1\n"));
            file.rest();
            assertThat(file.isOpen()).isFalse();
            file.append(bytes("2\n"));
            assertThat(file.isOpen()).isTrue();
        }
        assertThat(text("a.csv")).isEqualTo("h\n1\n2\n");
    }

    private List<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aLargeUnitArrivesWhole() throws IOException {
        String large = "x".repeat(1000).concat("\n").repeat(500);
        try (LineFile file = open("a.jsonl", "", NEVER)) {
            file.append(bytes(large));
            file.append(bytes("end\n"));
        }
        assertThat(text("a.jsonl")).isEqualTo(large + "end\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "header\n"})
    void whatIsWrittenAfterTheFileWasDeletedIsInANewOne(String header) throws IOException {
        try (LineFile file = open("a.txt", header, NEVER)) {
            file.append(bytes("1\n"));
            Files.delete(directory.resolve("a.txt"));
            file.append(bytes("2\n"));
            file.append(bytes("3\n"));
        }
        assertThat(text("a.txt")).isEqualTo(header + "2\n3\n");
        assertThat(notices).singleElement().asString().contains("a.txt was deleted, moved or replaced");
    }

    @Test
    void whatIsWrittenAfterTheFileWasMovedIsInANewOneAndTheOldOneIsWhole() throws IOException {
        try (LineFile file = open("a.txt", "h\n", NEVER)) {
            file.append(bytes("1\n"));
            Files.move(directory.resolve("a.txt"), directory.resolve("b.txt"));
            file.append(bytes("2\n"));
        }
        assertThat(text("b.txt")).isEqualTo("h\n1\n");
        assertThat(text("a.txt")).isEqualTo("h\n2\n");
    }

    @Test
    void whatIsWrittenAfterAnotherFileTookThePlaceIsInThatOne() throws IOException {
        try (LineFile file = open("a.txt", "h\n", NEVER)) {
            file.append(bytes("1\n"));
            Files.writeString(directory.resolve("b.txt"), "h\nother\n");
            Files.move(directory.resolve("b.txt"), directory.resolve("a.txt"), StandardCopyOption.REPLACE_EXISTING);
            file.append(bytes("2\n"));
        }
        assertThat(text("a.txt")).isEqualTo("h\nother\n2\n");
    }

    /** As {@code logrotate} does it with {@code copytruncate}; a position kept would leave a hole full of zeros. */
    @ParameterizedTest
    @ValueSource(strings = {"", "header\n"})
    void aFileThatWasCutGoesOnBehindItsEndWithoutAHole(String header) throws IOException {
        try (LineFile file = open("a.txt", header, NEVER)) {
            for (int i = 0; i < 1000; i++) {
                file.append(bytes("before\n"));
            }
            cut("a.txt", 0);
            file.append(bytes("1\n"));
            file.append(bytes("22\n"));
            cut("a.txt", header.length() + 3);
            file.append(bytes("3\n"));
        }
        assertThat(text("a.txt")).isEqualTo(header + "1\n3\n");
        assertThat(notices).anyMatch(notice -> notice.contains("was cut from"));
    }

    @Test
    void linesOfSomebodyElseStayAndOursStandBehindThem() throws IOException {
        try (LineFile file = open("a.txt", "h\n", NEVER)) {
            file.append(bytes("1\n"));
            Files.writeString(directory.resolve("a.txt"), "not ours", StandardOpenOption.APPEND);
            file.append(bytes("2\n"));
            file.append(bytes("3\n"));
        }
        assertThat(text("a.txt")).isEqualTo("h\n1\nnot ours\n2\n3\n");
        assertThat(notices).singleElement().asString().contains("somebody else has written");
    }

    @Test
    void aFileThatIsToBeSetAsideAndIsGoneIsBegunAnew() throws IOException {
        try (LineFile file = open("a.txt", "h\n", 10)) {
            file.append(bytes("0123456789\n"));
            Files.delete(directory.resolve("a.txt"));
            for (int i = 0; i < 3; i++) {
                file.append(bytes(i + "\n"));
            }
        }
        assertThat(text("a.txt")).isEqualTo("h\n0\n1\n2\n");
    }

    @Test
    void aDirectoryThatIsGoneIsSaidAndOnceItIsBackWritingGoesOn() throws IOException {
        Path deep = Files.createDirectory(directory.resolve("deep"));
        try (LineFile file = open("deep/a.txt", "h\n", 10)) {
            Files.delete(deep.resolve("a.txt"));
            Files.delete(deep);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> file.append(bytes("1\n")))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("there is no directory")
                        .hasMessageContaining("create it");
            }
            Files.createDirectory(deep);
            file.append(bytes("2\n"));
        }
        assertThat(text("deep/a.txt")).isEqualTo("h\n2\n");
    }

    @Test
    void anInterruptedWriteOfOneStreamDoesNotEndThoseOfOthers() throws IOException {
        try (LineFile file = open("a.txt", "h\n", NEVER)) {
            file.append(bytes("1\n"));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> file.append(bytes("2\n"))).isInstanceOf(IOException.class);
            assertThat(Thread.interrupted()).isTrue();
            file.append(bytes("3\n"));
        }
        assertThat(text("a.txt").replace("2\n", "")).isEqualTo("h\n1\n3\n");
    }

    @Test
    void aTornTailOfAnyLengthIsCutOffAndSaid() throws IOException {
        Files.writeString(directory.resolve("a.jsonl"), "{}\n" + "x".repeat(3 << 20));
        try (LineFile file = open("a.jsonl", "", NEVER)) {
            file.append(bytes("{1}\n"));
        }
        assertThat(text("a.jsonl")).isEqualTo("{}\n{1}\n");
        assertThat(notices)
                .singleElement()
                .asString()
                .contains("last 3145728 bytes")
                .contains("cut off");
    }

    @ParameterizedTest
    @ValueSource(strings = {"h", "head", "header\n"})
    void aTornHeaderIsWrittenAnew(String torn) throws IOException {
        Files.writeString(directory.resolve("a.csv"), torn);
        try (LineFile file = open("a.csv", "header\n", NEVER)) {
            file.append(bytes("1\n"));
        }
        assertThat(text("a.csv")).isEqualTo("header\n1\n");
    }

    @Test
    void aFirstLineThatWasTornIsCutOff() throws IOException {
        Files.writeString(directory.resolve("a.jsonl"), "{\"point\":\"" + "x".repeat(2 << 20));
        try (LineFile file = open("a.jsonl", "", NEVER)) {
            file.append(bytes("{}\n"));
        }
        assertThat(text("a.jsonl")).isEqualTo("{}\n");
    }

    /** Whoever moves, cuts and deletes at any moment: every line that was taken is in one of the files. */
    @RepeatedTest(3)
    void nothingThatWasTakenIsNowhereWhileSomebodyMovesTheFile() throws Exception {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        Path path = directory.resolve("a.txt");
        int lines = 500;
        AtomicBoolean done = new AtomicBoolean();
        Thread mover = new Thread(() -> {
            for (int i = 0; !done.get(); i++) {
                try {
                    Files.move(path, directory.resolve("moved" + i + ".txt"));
                } catch (IOException e) {
                    // It is not there again yet.
                }
                LockSupport.parkNanos(random.nextInt(1_000_000));
            }
        });
        try (LineFile file = open("a.txt", "h\n", NEVER)) {
            mover.start();
            for (int i = 0; i < lines; i++) {
                for (boolean taken = false; !taken; ) {
                    try {
                        file.append(bytes("line" + i + "\n"));
                        taken = true;
                    } catch (IOException e) {
                        // As the pipeline does: delivered again.
                    }
                }
            }
        } finally {
            done.set(true);
            mover.join();
        }
        Set<String> found = new HashSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) {
                found.addAll(Files.readAllLines(each));
            }
        }
        found.remove("h");
        assertThat(found).as("seed " + seed).hasSize(lines);
    }

    private void cut(String name, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve(name), StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    private LineFile open(String name, String header, long rotateBytes) throws IOException {
        return open(
                name, header, new Rotation(rotateBytes, Duration.ZERO), EpochNanoClock.system(), Retention.FOR_EVER);
    }

    private LineFile open(String name, String header, Rotation rotation, EpochNanoClock clock, Retention retention)
            throws IOException {
        LineShape shape = new LineShape(header, header.isEmpty() ? "{\"point\":" : header);
        SinkObserver observer = new SinkObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        Template path = Template.parse(name, Set.of(Template.Name.DATE), text -> text);
        return new LineFile(
                new FileFamily(path, directory::resolve),
                shape,
                new LineFileSettings(rotation, Duration.ZERO, false),
                clock,
                observer,
                new Archive("test", retention, clock, observer));
    }

    private String text(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
