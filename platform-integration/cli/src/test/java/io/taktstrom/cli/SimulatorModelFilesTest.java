package io.taktstrom.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A model that is none ends with one line that says why, whatever it is. */
class SimulatorModelFilesTest {

    @TempDir
    Path directory;

    private String wrong(String protocol, byte[] content) throws IOException {
        return wrong(protocol, Files.write(directory.resolve("model.yaml"), content));
    }

    private static String wrong(String protocol, Path file) {
        Ran ran = Ran.takt("simulate", protocol, "--bind", "127.0.0.1:0", "--seconds", "1", "--model", file.toString())
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).startsWith(file.toString()).hasLineCount(1);
        assertThat(ran.out()).isEmpty();
        return ran.err();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ads", "s7", "opcua"})
    void whatIsWrongIsSaidOnOneLine(String protocol) throws IOException {
        assertThat(wrong(protocol, directory.resolve("none.yaml"))).contains("no such file");
        assertThat(wrong(protocol, Files.createDirectory(directory.resolve("folder.yaml"))))
                .contains("is not a regular file");
        assertThat(wrong(protocol, new byte[] {'a', ':', ' ', (byte) 0xFF})).contains("is not UTF-8 text");
        assertThat(wrong(protocol, text("a: ["))).contains("line 1, column", "is not YAML");
        assertThat(wrong(protocol, text("a: " + "[".repeat(100_000)))).contains("line 1, column");
        assertThat(wrong(protocol, text("a: &a [1, 1]\nb: [*a, *a]\n"))).contains("aliases are not supported");
        Path huge = directory.resolve("huge.yaml");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(4L << 30);
        }
        assertThat(wrong(protocol, huge)).contains("is larger than 16777216 bytes");
    }

    private static byte[] text(String yaml) {
        return yaml.getBytes(StandardCharsets.UTF_8);
    }
}
