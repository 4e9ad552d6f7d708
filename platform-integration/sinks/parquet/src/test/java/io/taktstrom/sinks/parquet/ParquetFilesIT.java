package io.taktstrom.sinks.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of lines, read by Apache Arrow. */
class ParquetFilesIT {

    @AutoClose
    private static PeerProcess arrow;

    @AutoClose
    private ParquetFolder folder;

    @BeforeAll
    static void startArrow() throws IOException {
        arrow = ParquetSinkIT.startReader();
    }

    @BeforeEach
    void open() throws IOException {
        folder = new ParquetFolder(arrow);
    }

    private Path finish(String lines) throws IOException {
        Path from = Files.writeString(folder.folder().resolve("_a.jsonl"), lines);
        Path to = folder.folder().resolve("a.parquet");
        new ParquetFinish().write(from, to);
        Files.delete(from);
        return to;
    }

    @Test
    void everyFieldHasItsColumnAndEveryKindOfValueToo() throws IOException {
        finish("{\"point\":\"p\",\"connection\":\"c\",\"stream\":\"s\",\"unit\":\"Cel\",\"type\":\"LREAL\","
                + "\"labels\":{\"kind\":\"oil\",\"line\":\"A\"},\"value\":0.1,\"status\":\"Good\",\"statusCode\":0,"
                + "\"quality\":\"Good\",\"sourceTime\":1795244709000000001,\"receivedAt\":1795244709000000002,\"sequence\":7}\n"
                + "{\"point\":\"b\",\"type\":\"BOOL\",\"labels\":{},\"value\":true}\n"
                + "{\"point\":\"i\",\"type\":\"LINT\",\"value\":-9223372036854775808}\n"
                + "{\"point\":\"u\",\"type\":\"ULINT\",\"value\":18446744073709551615}\n"
                + "{\"point\":\"n\",\"type\":\"REAL\",\"value\":\"NaN\"}\n"
                + "{\"point\":\"t\",\"type\":\"STRING(5)\",\"value\":\"NaN\"}\n"
                + "{\"point\":\"a\",\"type\":\"ARRAY[0..1] OF INT\",\"value\":[1,2]}\n"
                + "{\"point\":\"x\",\"type\":\"INT\",\"value\":null,\"status\":\"Bad_Timeout\",\"sourceTime\":null}\n");
        List<Map<String, Object>> rows = folder.parquet();
        assertThat(rows).hasSize(8);
        assertThat(rows.get(0))
                .containsEntry("point", "p")
                .containsEntry("connection", "c")
                .containsEntry("stream", "s")
                .containsEntry("unit", "Cel")
                .containsEntry("labels", Map.of("kind", "oil", "line", "A"))
                .containsEntry("valueDouble", "0.1")
                .containsEntry("statusCode", 0)
                .containsEntry("quality", "Good")
                .containsEntry("sourceTime", 1795244709000000001L)
                .containsEntry("receivedAt", 1795244709000000002L)
                .containsEntry("sequence", 7);
        assertThat(rows.get(1)).containsEntry("valueBoolean", true).containsEntry("unit", null);
        assertThat(rows.get(2)).containsEntry("valueInteger", Long.MIN_VALUE);
        assertThat(rows.get(3)).containsEntry("valueText", "18446744073709551615");
        assertThat(rows.get(4)).containsEntry("valueDouble", "NaN");
        assertThat(rows.get(5)).containsEntry("valueText", "NaN").containsEntry("valueDouble", null);
        assertThat(rows.get(6)).containsEntry("valueText", "[1,2]");
        assertThat(rows.get(7)).containsEntry("valueInteger", null).containsEntry("sourceTime", null);
    }

    @Test
    void aLargeFileHasSeveralRowGroupsAndAllItsRows() throws IOException {
        StringBuilder lines = new StringBuilder();
        int rows = 60_000;
        for (int i = 0; i < rows; i++) {
            lines.append("{\"point\":\"p\",\"type\":\"STRING(80)\",\"labels\":{\"n\":\"" + i + "\"},\"value\":\"")
                    .append((i * 0x9E37_79B9_7F4A_7C15L) + "-".repeat(300) + i)
                    .append("\",\"sequence\":")
                    .append(i)
                    .append("}\n");
        }
        finish(lines.toString());
        List<Map<String, Object>> read = folder.parquet();
        assertThat(read).hasSize(rows);
        for (int i = 0; i < rows; i++) {
            assertThat(read.get(i).get("sequence")).isEqualTo(i);
            assertThat(read.get(i).get("labels")).isEqualTo(Map.of("n", "" + i));
        }
    }

    @Test
    void aLineThatIsNoSampleIsNamedAndTheLinesStay() throws IOException {
        for (String wrong :
                List.of("no JSON", "[]", "{\"point\":\"p\"", "{\"pint\":\"p\"}", "{\"point\":\"p\",\"point\":\"q\"}")) {
            assertThatThrownBy(() -> finish("{\"point\":\"p\"}\n" + wrong + "\n"))
                    .as(wrong)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("_a.jsonl, line 2: not a sample");
            assertThat(folder.folder().resolve("_a.jsonl")).exists();
        }
    }

    @Test
    void samplesAreInThePartitionOfTheirDayOnceTheSinkIsClosed() throws IOException {
        DataPoint point = new DataPoint("press1.x", "x", null, false, "Cel", Map.of(), "press1");
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(new FixedGroup(List.of(point)), 5, 0);
        batch.add(0, 5, StatusCode.GOOD, 42);
        ParquetProvider provider = new ParquetProvider();
        OptionValues options = provider.descriptor()
                .values("plant", Map.of("path", folder.folder() + "/date={date:yyyy-MM-dd}/{connection}.parquet"));
        ManualClock clock = new ManualClock(1_795_244_709_000_000_000L);
        try (Sink sink = provider.open(options, new SinkContext("plant", Path::of, clock, SinkObserver.NONE))) {
            sink.inlet("s", List.of(point)).publish(batch, new TestUnit(1, 1).deliver(1, true));
            assertThat(folder.folder().resolve("date=2026-11-21/_press1.jsonl")).isNotEmptyFile();
            clock.advance(Duration.ofDays(1));
            sink.inlet("s", List.of(point)).publish(batch, new TestUnit(2, 1).deliver(1, true));
        }
        Path first = folder.folder().resolve("date=2026-11-21/press1.parquet");
        assertThat(folder.rows(first)).hasSize(1);
        try (Stream<Path> files = Files.list(folder.folder().resolve("date=2026-11-22"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactly("press1.20261122T070509.000Z.parquet");
        }
    }

    private record FixedGroup(List<DataPoint> points) implements PointGroup {

        @Override
        public DataType typeAt(int point) {
            return ScalarType.INT;
        }

        @Override
        public int statusAt(int point) {
            return StatusCode.GOOD;
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }
}
