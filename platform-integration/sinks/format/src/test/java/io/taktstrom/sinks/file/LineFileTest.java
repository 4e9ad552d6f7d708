package io.taktstrom.sinks.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import io.taktstrom.testkit.ManualClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How a file of lines grows, is set aside, and ends. */
class LineFileTest extends LineFileBench {

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
                // Root may try to make the folder; another user may not write in /proc.
                .hasMessageContaining("cannot write /proc/nowhere/a.jsonl: nothing can be made in /proc")
                .hasMessageContaining("check the path");
        assertThatThrownBy(() -> open(".", "", NEVER)).hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> open("/dev/full", "", NEVER)).hasMessageContaining("not a regular file");
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
        // All within one millisecond.
        ManualClock clock = new ManualClock(HOUR);
        try (LineFile file = open("a.csv", "h\n", new Rotation(10, Duration.ZERO), clock, Retention.FOR_EVER)) {
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
        Files.writeString(directory.resolve("b.csv"), "another's file");
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
                        .containsExactlyInAnyOrder("h\n5\n", "another's file", "h\n3\n", "h\n4\n"));
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
}
