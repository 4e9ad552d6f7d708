package io.taktstrom.runtime.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AuditFileTest {

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock(0);
    private final List<String> read = new ArrayList<>();

    private Path path() {
        return folder.resolve("audit.jsonl");
    }

    private AuditFile open(long maxBytes) throws IOException {
        return open(new AuditConfig("", maxBytes, Duration.ofDays(1), 1_000));
    }

    private AuditFile open(AuditConfig config) throws IOException {
        return AuditFile.open(path(), config, clock, this::read, () -> List.of("heading"));
    }

    private long read(String line) {
        read.add(line);
        return 0;
    }

    private static void write(AuditFile file, String... lines) throws IOException {
        for (String line : lines) {
            file.force(file.append(line));
        }
    }

    @Test
    void whatWasWrittenIsReadAtTheNextStart() throws IOException {
        try (AuditFile file = open(1 << 20)) {
            write(file, "one", "zwölf");
        }
        try (AuditFile file = open(1 << 20)) {
            assertThat(read).containsExactly("one", "zwölf");
            write(file, "three");
        }
        assertThat(path()).hasContent("one\nzwölf\nthree\n");
    }

    @Test
    void aLineThatWasCutOffIsLeftOut() throws IOException {
        try (AuditFile file = open(1 << 20)) {
            write(file, "one", "two");
        }
        Files.writeString(path(), "thr", StandardOpenOption.APPEND);
        try (AuditFile file = open(1 << 20)) {
            assertThat(read).containsExactly("one", "two");
            write(file, "three");
        }
        assertThat(path()).hasContent("one\ntwo\nthree\n");
    }

    @Test
    void aFileWithoutAnyLineEndBeginsAgain() throws IOException {
        Files.writeString(path(), "x".repeat(10_000));
        try (AuditFile file = open(1 << 20)) {
            assertThat(read).isEmpty();
            write(file, "one");
        }
        assertThat(path()).hasContent("one\n");
    }

    @Test
    void aLineThatIsNoneOfOursIsNamedAndNothingIsTouched() throws IOException {
        Files.writeString(path(), "one\ntwo\nthr");
        assertThatThrownBy(() -> AuditFile.open(
                        path(),
                        AuditConfig.at(""),
                        clock,
                        line -> {
                            if (line.equals("two")) {
                                throw new IOException("it is odd");
                            }
                            return 0;
                        },
                        List::of))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("audit.jsonl line 2 is damaged: it is odd");
        assertThat(path()).hasContent("one\ntwo\nthr");
        open(1 << 20).close();
    }

    @Test
    void noOtherProcessWritesIt() throws IOException {
        try (AuditFile file = open(1 << 20)) {
            assertThatThrownBy(() -> open(1 << 20)).hasMessageContaining("another process");
            write(file, "one");
        }
    }

    @Test
    void aFolderThatIsNotThereIsSaid() {
        assertThatThrownBy(() -> AuditFile.open(
                        folder.resolve("no/audit.jsonl"), AuditConfig.at(""), clock, this::read, List::of))
                .hasMessageContaining("check the path");
        assertThatThrownBy(() -> AuditFile.open(folder, AuditConfig.at(""), clock, this::read, List::of))
                .hasMessageContaining("not a regular file");
    }

    @Test
    void aLinkIsRefusedAndItsTargetIsNotChanged() throws IOException {
        Path target = Files.writeString(folder.resolve("precious"), "precious");
        Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), target);
        assertThatThrownBy(() -> AuditFile.open(link, AuditConfig.at(""), clock, this::read, List::of))
                .hasMessageContaining("symbolic link");
        assertThat(target).hasContent("precious");
    }

    @Test
    void aFileThatIsFullMakesRoomAndNoLineIsLost() throws IOException {
        List<String> written = new ArrayList<>();
        try (AuditFile file = open(100)) {
            for (int i = 0; i < 100; i++) {
                written.add("line " + i);
                write(file, "line " + i);
            }
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        assertThat(files).hasSizeBetween(5, 20);
        assertThat(path()).content().startsWith("heading\n").hasSizeLessThan(200);
        List<String> kept = new ArrayList<>();
        for (int i = 1; i < files.size(); i++) {
            kept.addAll(Files.readAllLines(folder.resolve("audit.jsonl." + i)));
        }
        kept.addAll(Files.readAllLines(path()));
        kept.removeIf("heading"::equals);
        assertThat(kept).containsExactlyElementsOf(written);
        open(100).close();
        assertThat(read).first().isEqualTo("heading");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void onlySoManyFormerFilesAreKept() throws IOException {
        try (AuditFile file = open(new AuditConfig("", 20, Duration.ofDays(1), 2))) {
            for (int i = 0; i < 20; i++) {
                write(file, "a line of 23 bytes, " + (10 + i));
            }
        }
        assertThat(names()).containsExactly("audit.jsonl", "audit.jsonl.18", "audit.jsonl.19");
        assertThat(folder.resolve("audit.jsonl.19")).content().endsWith("bytes, 28\n");
        assertThat(path()).hasContent("heading\na line of 23 bytes, 29\n");
    }

    @Test
    void aFileBeyondItsAgeIsReplacedAlsoAfterARestart() throws IOException {
        AuditConfig config = new AuditConfig("", 1 << 20, Duration.ofDays(1), 2);
        try (AuditFile file = open(config)) {
            write(file, "one");
            clock.advance(Duration.ofHours(23));
            write(file, "two");
        }
        clock.advance(Duration.ofHours(2));
        try (AuditFile file = open(config)) {
            write(file, "three");
            write(file, "four");
        }
        assertThat(names()).containsExactly("audit.jsonl", "audit.jsonl.1");
        assertThat(folder.resolve("audit.jsonl.1")).hasContent("one\ntwo\n");
        assertThat(path()).hasContent("heading\nthree\nfour\n");
    }

    @Test
    void otherFilesInTheFolderAreLeftAlone() throws IOException {
        for (String name : List.of("audit.jsonl.bak", "audit.jsonl.01", "other.jsonl.1", "audit.jsonl.gz")) {
            Files.writeString(folder.resolve(name), name);
        }
        try (AuditFile file = open(new AuditConfig("", 2, Duration.ofDays(1), 1))) {
            write(file, "one", "two", "three", "four");
        }
        assertThat(names())
                .contains("audit.jsonl", "audit.jsonl.bak", "audit.jsonl.01", "other.jsonl.1", "audit.jsonl.gz")
                .hasSize(6);
    }
}
