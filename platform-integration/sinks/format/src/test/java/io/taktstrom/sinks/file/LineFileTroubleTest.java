package io.taktstrom.sinks.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What others do to a file of lines, and what a crash leaves of it. */
class LineFileTroubleTest extends LineFileBench {

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
    void linesOfAnotherProcessStayAndOursAreBehindThem() throws IOException {
        try (LineFile file = open("a.txt", "h\n", NEVER)) {
            file.append(bytes("1\n"));
            Files.writeString(directory.resolve("a.txt"), "not ours", StandardOpenOption.APPEND);
            file.append(bytes("2\n"));
            file.append(bytes("3\n"));
        }
        assertThat(text("a.txt")).isEqualTo("h\n1\nnot ours\n2\n3\n");
        assertThat(notices).singleElement().asString().contains("another process has written");
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
                        .hasMessageContaining("not found; create it")
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

    /** What was written stays complete where its last force to the disk fails, here by an interrupt. */
    @Test
    void aFileThatIsCompleteAtTheEndIsSetAsideWhereItsForceFails() throws IOException {
        LineFile file = open("a.txt", "h\n", new LineFileSettings(Rotation.NEVER, Duration.ofHours(1), true));
        file.append(bytes("1\n"));
        Thread.currentThread().interrupt();
        assertThatThrownBy(file::close).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .singleElement()
                    .asString()
                    .matches("a\\.\\d{8}T\\d{6}\\.\\d{3}Z\\.txt");
        }
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

    /** Another process moves, truncates and deletes at any moment: every line that was taken is in one of the files. */
    @RepeatedTest(3)
    void nothingThatWasTakenIsLostWhileTheFileIsMoved() throws Exception {
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
}
