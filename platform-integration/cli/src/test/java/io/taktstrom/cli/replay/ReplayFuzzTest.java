package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.MethodSource;

/** Records, and what may only look so: samples, or a refusal that names the line. */
class ReplayFuzzTest {

    private static final ScanClass SCAN =
            new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ofMillis(10));

    private static final List<ReplayPoint> POINTS = List.of(
            point("n", ScalarType.INT),
            point("x", ScalarType.LREAL),
            point("t", ScalarType.DT),
            point("s", DataType.parse("STRING(20)")),
            point("a", DataType.parse("ARRAY[0..1] OF TIME")),
            point("e", new EnumType("E", ScalarType.INT, List.of(new EnumType.Member("Idle", 0)))));

    private static @Nullable Path file;

    private static ReplayPoint point(String name, DataType type) {
        return new ReplayPoint(name, "plc", "ads", "MAIN." + name, type, "", Map.of(), SCAN);
    }

    private static Path written(byte[] bytes) throws IOException {
        Path record = file;
        if (record == null) {
            record = Files.createTempFile("record", ".jsonl");
            record.toFile().deleteOnExit();
            file = record;
        }
        return Files.write(record, bytes);
    }

    static Stream<byte[]> records() {
        return FuzzedParser.texts(
                """
                {"point":"n","value":5,"status":"Good","sourceTime":"2026-11-22T14:00:00.5Z","receivedAt":1}
                {"point":"a","value":["T#1s","2s"],"status":"Uncertain+Overflow","sourceTime":null}
                {"point":"e","valueText":"Idle","status":"Bad_Timeout"}

                {"point":"other","status":"0x80000000"}
                {"point":"x","value":1.5e300,"status":"Good"}
                """,
                "{\"point\":\"t\",\"value\":\"2026-11-22T14:00:00Z\",\"status\":\"Good\"}\n{\"point\":\"s\",\"value\":\"x\",\"status\":\"Good\"");
    }

    @MethodSource("records")
    @FuzzTest(maxDuration = "5m")
    void anyTextIsARecordOrRefused(byte[] bytes) throws IOException {
        Path record = written(bytes);
        FuzzedParser.check(bytes.length, InvalidFileException.class, () -> {
            try (ReplayReader reader = new ReplayReader(record, POINTS, POINTS, note -> {})) {
                while (reader.next() != null) {
                    // To its end.
                }
            }
        });
    }

    static Stream<byte[]> models() throws IOException {
        Path model = Files.createTempFile("record", ".points.json");
        ReplayModel.write(model, POINTS.stream());
        byte[] text = Files.readAllBytes(model);
        Files.delete(model);
        return Stream.of(text, "{\"version\":1,\"points\":[]}".getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("models")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsAModelOrRefused(byte[] bytes) throws IOException {
        Path model = written(bytes);
        FuzzedParser.check(
                bytes.length,
                InvalidFileException.class,
                () -> ReplayModel.read(model).forEach(FuzzedParser::show));
    }
}
