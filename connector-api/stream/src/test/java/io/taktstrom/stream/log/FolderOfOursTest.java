package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** What others may have put into the folder of a log, and what they may read of it. */
@DisabledOnOs(OS.WINDOWS)
class FolderOfOursTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private LogFixture fixture;

    @BeforeEach
    void aLogIsThere() throws IOException {
        fixture = new LogFixture(folder.resolve("log"));
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
        }
    }

    private void isRefused(String... words) {
        assertTimeoutPreemptively(LIMIT, () -> {
            assertThatThrownBy(fixture::open).isInstanceOf(IOException.class).hasMessageContainingAll(words);
            LogSettings settings = new LogSettings(
                    fixture.folder, LogFixture.IDENTITY, fixture.maxBytes, fixture.maxAge, fixture.sync);
            assertThatThrownBy(() -> SampleLog.check(settings)).hasMessageContainingAll(words);
            assertThatThrownBy(() -> LogSurvey.of(settings)).hasMessageContainingAll(words);
        });
    }

    @Test
    void aFolderThatEverybodyCanWriteIsRefused() throws Exception {
        Files.setPosixFilePermissions(fixture.folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        isRefused(fixture.folder.toString(), "0777", "can be written by everybody", "chmod go-w");
        Files.setPosixFilePermissions(fixture.folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        fixture.open().close();
    }

    @Test
    void aLockThatIsALinkIsRefusedAndItsTargetIsNotChanged() throws Exception {
        Path target = Files.writeString(folder.resolve("precious"), "precious");
        Files.delete(fixture.folder.resolve("lock"));
        Files.createSymbolicLink(fixture.folder.resolve("lock"), target);
        isRefused("lock", "symbolic link", "remove it");
        assertThat(target).hasContent("precious");
    }

    @Test
    void progressAndSegmentsThatAreNoRegularFilesAreRefused() throws Exception {
        Path progress = fixture.folder.resolve(ProgressFile.NAME);
        Files.delete(progress);
        fifo(progress);
        isRefused("progress", "not a regular file", "remove it");
        Files.delete(progress);
        Path segment = fixture.segment();
        Files.delete(segment);
        fifo(segment);
        isRefused(segment.toString(), "not a regular file");
    }

    private static void fifo(Path path) throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    @Test
    void allFilesAreForTheirOwnerAlone() throws Exception {
        assertThat(Files.getPosixFilePermissions(fixture.folder)).hasSize(3);
        try (Stream<Path> files = Files.list(fixture.folder)) {
            assertThat(files)
                    .hasSize(3)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }
}
