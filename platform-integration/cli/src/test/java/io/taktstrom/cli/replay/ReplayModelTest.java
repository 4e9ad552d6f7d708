package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReplayModelTest {

    @TempDir
    Path directory;

    @Test
    void pointsAreReadAsTheyWereWritten() throws IOException {
        EnumType state = new EnumType("E_State", ScalarType.INT, List.of(new EnumType.Member("Idle", 0)));
        StructType axis = new StructType(
                "ST_Axis",
                List.of(
                        new StructType.Field("bHomed", ScalarType.BOOL, 0, 3),
                        new StructType.Field("eState", state, 2),
                        new StructType.Field("sName", StringType.string(3), 4)),
                8);
        ScanClass scan = new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofNanos(50_000), Duration.ofMillis(10));
        List<ReplayPoint> points = Stream.<DataType>of(
                        ScalarType.LTIME,
                        new StringType(StringType.Encoding.UTF_8, 80),
                        DataType.parse("ARRAY[1..3,0..1] OF WSTRING(5)"),
                        DataType.parse("ARRAY[*] OF DINT"),
                        state,
                        ArrayType.of(axis, 2))
                .map(type -> new ReplayPoint("p", "press1", "ads", "MAIN.p\"ä", type, "Cel", Map.of("k", "v"), scan))
                .toList();
        Path file = directory.resolve("day.jsonl.points.json");
        ReplayModel.write(file, points.stream());
        assertThat(Files.readAllLines(file)).hasSize(points.size() + 2);
        assertThat(ReplayModel.read(file)).isEqualTo(points);
    }

    @Test
    void aModelOfAnotherVersionIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("day.jsonl.points.json"), "{\"version\":2,\"points\":[]}");
        assertThatThrownBy(() -> ReplayModel.read(file))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContainingAll(file.toString(), "version 2", "reads version 1");
    }

    @Test
    void theLinesOfAParquetFileHaveItsModel() {
        Path file = directory.resolve("day.parquet");
        assertThat(ReplayModel.beside(file)).isEqualTo(directory.resolve("day.parquet.points.json"));
        assertThat(ReplayModel.beside(ReplayModel.lines(file))).isEqualTo(ReplayModel.beside(file));
    }
}
