package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Lines that are not samples, found by fuzzing: each is refused with its place. */
class ReplayReaderTest {

    @TempDir
    private Path directory;

    private void refused(String line, String message) throws IOException {
        ScanClass scan = new ScanClass("scan", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO);
        List<ReplayPoint> points =
                List.of(new ReplayPoint("a", "press", "ads", "MAIN.a", ScalarType.DINT, "", Map.of(), scan));
        Path file = Files.writeString(directory.resolve("day.jsonl"), line + "\n");
        try (ReplayReader reader = new ReplayReader(file, points, points, text -> {})) {
            assertThatExceptionOfType(InvalidFileException.class)
                    .isThrownBy(reader::next)
                    .withMessageContaining("day.jsonl:1: ")
                    .withMessageContaining(message);
        }
    }

    @Test
    void aLineThatIsNullIsRefused() throws IOException {
        refused("null", "not a sample, which has a point and a status");
    }

    @Test
    void aTimeThatNanosecondsCannotHoldIsRefused() throws IOException {
        refused(
                "{\"point\":\"a\",\"value\":1,\"status\":\"Good\",\"sourceTime\":\"9999-01-01T00:00:00Z\"}",
                "point a: time 9999-01-01T00:00:00Z is not between 1677-09-21 and 2262-04-11");
    }

    @Test
    void aModelThatIsNullIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("day.jsonl.points.json"), "null");
        assertThatExceptionOfType(InvalidFileException.class)
                .isThrownBy(() -> ReplayModel.read(file))
                .withMessageContaining("not a model of points as 'takt record' writes it");
    }
}
