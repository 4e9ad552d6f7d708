package io.taktstrom.runtime.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LineFileTest {

    private static final long NEVER = Long.MAX_VALUE;

    @TempDir
    Path directory;

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
        assertThatThrownBy(() -> open("nowhere/a.jsonl", "", NEVER))
                .hasMessageContaining("there is no directory")
                .hasMessageContaining("create it");
        assertThatThrownBy(() -> open(".", "", NEVER)).hasMessageContaining("no regular file");
        assertThatThrownBy(() -> new LineFile(Path.of("/dev/full"), "", NEVER, Duration.ZERO))
                .hasMessageContaining("no regular file");
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
    void aLargeUnitArrivesWhole() throws IOException {
        String large = "x".repeat(1000).concat("\n").repeat(500);
        try (LineFile file = open("a.jsonl", "", NEVER)) {
            file.append(bytes(large));
            file.append(bytes("end\n"));
        }
        assertThat(text("a.jsonl")).isEqualTo(large + "end\n");
    }

    private LineFile open(String name, String header, long rotateBytes) throws IOException {
        return new LineFile(directory.resolve(name), header, rotateBytes, Duration.ZERO);
    }

    private String text(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
