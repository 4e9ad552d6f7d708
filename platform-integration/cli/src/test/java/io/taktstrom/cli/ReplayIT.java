package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.Simulator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** A simulated device is recorded, its record replayed, and the replay recorded again: both records must be the same. */
class ReplayIT {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int ENOUGH = 30;

    private static final AdsModel PLC = AdsModel.parse("""
            taskCycle: 10ms
            types:
              E_State: {enum: INT, members: {Idle: 0, Running: 2}}
              ST_Axis:
                struct: {bHomed: BIT, fPosition: LREAL, eState: E_State, sName: STRING(8)}
            symbols:
              MAIN.nCount: {type: UDINT, waveform: counter}
              MAIN.fSine: {type: REAL, waveform: {sine: {period: 2s, amplitude: 5}}}
              MAIN.bToggle: {type: BOOL, waveform: {toggle: {period: 200ms}}}
              MAIN.anRing: {type: "ARRAY[1..3] OF INT", waveform: {counter: {start: 5, step: 1}}}
              MAIN.stAxis: {type: ST_Axis, value: {sName: x}, waveforms: {fPosition: {sine: {period: 1s, amplitude: 2}}}}
              MAIN.sText: {type: STRING(20), value: "grün"}
              MAIN.tTime: {type: TIME, value: PT1.5S}
            """);

    private static final String PLC_POINTS = """
            points:
              - {id: count, on: device, address: MAIN.nCount, unit: "1"}
              - {id: sine, on: device, address: MAIN.fSine, labels: {kind: wave}}
              - {id: toggle, on: device, address: MAIN.bToggle}
              - {id: ring, on: device, address: MAIN.anRing}
              - {id: axis, on: device, address: MAIN.stAxis}
              - {id: text, on: device, address: MAIN.sText}
            """;

    private static final OpcUaModel SERVER = OpcUaModel.parse("""
            cycle: 20ms
            types:
              Axis: {struct: {homed: Boolean, position: Double, name: String}}
            points:
              count: {type: UInt32, waveform: counter}
              sine: {type: Float, waveform: {sine: {period: 2s, amplitude: 5}}}
              ring: {type: "Int16[3]", waveform: {counter: {start: 5, step: 1}}}
              axis: {type: Axis, value: {position: 1.5, name: x}}
              text: {type: String, value: grün}
              level: {type: Double, value: 1}
            """);

    private static final String SERVER_POINTS = """
            points:
              - {id: count, on: device, address: "nsu=urn:taktstrom:simulator;s=count"}
              - {id: sine, on: device, address: "nsu=urn:taktstrom:simulator;s=sine"}
              - {id: ring, on: device, address: "nsu=urn:taktstrom:simulator;s=ring"}
              - {id: axis, on: device, address: "nsu=urn:taktstrom:simulator;s=axis"}
              - {id: text, on: device, address: "nsu=urn:taktstrom:simulator;s=text"}
              - {id: level, on: device, address: "nsu=urn:taktstrom:simulator;s=level"}
            """;

    private static final S7Model CPU = S7Model.parse("""
            cycle: 200ms
            points:
              count: {address: "DB1.DBD0:DINT", waveform: counter}
              level: {address: "DB1.DBD4:REAL", waveform: {counter: {start: 3, step: 2}}}
              ring: {address: "DB1.DBW8:INT[3]", waveform: counter}
              text: {address: "DB1.DBB20:STRING(10)", value: hello}
            """);

    private static final String CPU_POINTS = """
            points:
              - {id: count, on: device, address: "DB1.DBD0:DINT"}
              - {id: level, on: device, address: "DB1.DBD4:REAL"}
              - {id: ring, on: device, address: "DB1.DBW8:INT[3]"}
              - {id: text, on: device, address: "DB1.DBB20:STRING(10)"}
            """;

    @TempDir
    Path directory;

    private record Row(String value, String status, long time) {
        boolean isSameValue(Row other) {
            return value.equals(other.value) && status.equals(other.status);
        }
    }

    // ---- recording

    private Path deployment(Simulator device, String points, String scan) throws IOException {
        URI uri = URI.create(device.endpointUri());
        String more = uri.getScheme().equals("ads")
                ? "amsNetId: 192.0.2.1.1.1"
                : uri.getScheme().equals("s7") ? "rack: 0, slot: 1" : "security: none";
        return Files.writeString(
                directory.resolve("plant.yaml"),
                "connections:\n  device: {type: " + uri.getScheme() + ", host: 127.0.0.1, port: " + uri.getPort() + ", "
                        + more + "}\nscanClasses:\n  default: " + scan + "\n" + points);
    }

    private Path record(Path deployment, String name, Runnable meanwhile) throws Exception {
        Path file = directory.resolve(name);
        try (Running recording = Running.takt("record", deployment.toString(), "--out", file.toString())) {
            recording.await(() -> rows(file, "count").size() > ENOUGH / 4);
            meanwhile.run();
            recording.await(() -> rows(file, "count").size() > ENOUGH);
            recording.end().expect(ExitCode.GOOD);
        }
        return file;
    }

    /** Replays a record, and records that to its end. */
    private Path again(Path file, String... options) throws Exception {
        return again(file, file, options);
    }

    /** @param lines of the record */
    private Path again(Path file, Path lines, String... options) throws Exception {
        Path deployment = directory.resolve("again.yaml");
        Path again = directory.resolve("again.jsonl");
        List<String> command =
                new ArrayList<>(List.of("replay", file.toString(), "--deployment", deployment.toString()));
        command.addAll(List.of(options));
        try (Running replay = Running.takt(command.toArray(String[]::new))) {
            replay.await(() -> replay.out().contains("://"));
            assertThat(deployment).as(replay.err()).exists();
            try (Running recording = Running.takt("record", deployment.toString(), "--out", again.toString())) {
                replay.await(() -> replay.err().contains("replayed "));
                Map<String, List<Row>> expected = rows(lines);
                recording.await(() -> ends(rows(again)).equals(ends(expected)));
                recording.end().expect(ExitCode.GOOD);
            }
            replay.end().expect(ExitCode.GOOD);
        }
        return again;
    }

    private static Map<String, String> ends(Map<String, List<Row>> rows) {
        Map<String, String> ends = new LinkedHashMap<>();
        rows.forEach((point, of) -> ends.put(point, of.get(of.size() - 1).value()));
        return ends;
    }

    private static List<Row> rows(Path file, String point) throws IOException {
        return rows(file).getOrDefault(point, List.of());
    }

    /** Whole lines, by point; without what is there twice. */
    private static Map<String, List<Row>> rows(Path file) throws IOException {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        String text = Files.readString(file);
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", 0)) {
            if (line.isEmpty()) {
                continue;
            }
            JsonNode node = JSON.readTree(line);
            JsonNode time = node.get("sourceTime");
            Row row = new Row(
                    node.get("value").toString(),
                    node.get("status").stringValue(),
                    time.isNull() ? 0 : time.longValue());
            List<Row> of = rows.computeIfAbsent(node.get("point").stringValue(), name -> new ArrayList<>());
            if (of.isEmpty() || !of.get(of.size() - 1).equals(row)) {
                of.add(row);
            }
        }
        return rows;
    }

    /** Without values that are as before. */
    private static List<Row> changes(List<Row> rows) {
        List<Row> changes = new ArrayList<>();
        for (Row row : rows) {
            if (changes.isEmpty() || !changes.get(changes.size() - 1).isSameValue(row)) {
                changes.add(row);
            }
        }
        return changes;
    }

    private static void assertSame(Path file, Path again) throws IOException {
        Map<String, List<Row>> before = rows(file);
        Map<String, List<Row>> after = rows(again);
        assertThat(after.keySet()).containsExactlyInAnyOrderElementsOf(before.keySet());
        for (Map.Entry<String, List<Row>> point : before.entrySet()) {
            List<Row> rows = after.getOrDefault(point.getKey(), List.of());
            // What a point was at the begin has the time of the subscription.
            assertThat(rows.get(0).isSameValue(point.getValue().get(0)))
                    .as(point.getKey())
                    .isTrue();
            assertThat(rows.subList(1, rows.size()))
                    .as(point.getKey())
                    .isEqualTo(point.getValue().subList(1, point.getValue().size()));
        }
    }

    private static void assertSameValues(Path file, Path again) throws IOException {
        Map<String, List<Row>> after = rows(again);
        for (Map.Entry<String, List<Row>> point : rows(file).entrySet()) {
            assertThat(changes(after.getOrDefault(point.getKey(), List.of())))
                    .as(point.getKey())
                    .extracting(row -> row.value() + " " + row.status())
                    .isEqualTo(changes(point.getValue()).stream()
                            .map(row -> row.value() + " " + row.status())
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "max"})
    void aReplayedPlcHasTheSameSamplesAtTheSameTimes(String speed) throws Exception {
        try (AdsSimulator plc = AdsSimulator.builder().model(PLC).start()) {
            Path file = record(deployment(plc, PLC_POINTS, "{mode: notify, cycle: 10ms}"), "first.jsonl", () -> {
                plc.set("MAIN.sText", "überall");
                plc.set("MAIN.stAxis.eState", "Running");
            });
            assertSame(file, again(file, "--as", "ads", "--speed", speed));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "max"})
    void aReplayedServerHasTheSameSamplesStatusesAndTimes(String speed) throws Exception {
        try (OpcUaSimulator server = OpcUaSimulator.builder().model(SERVER).start()) {
            Path file = record(deployment(server, SERVER_POINTS, "{mode: notify, cycle: 20ms}"), "first.jsonl", () -> {
                server.set("text", "überall");
                server.setStatus("level", StatusCode.BAD_DEVICE_FAILURE);
                server.set("axis", Map.of("homed", true, "position", 2.5, "name", "y"));
                server.set("level", 2.5);
            });
            assertThat(rows(file, "level")).extracting(Row::status).contains("Bad_DeviceFailure");
            assertSame(file, again(file, "--as", "opcua", "--speed", speed));
        }
    }

    @Test
    void aParquetFileIsARecordToo() throws Exception {
        Path file = directory.resolve("first.parquet");
        try (OpcUaSimulator server = OpcUaSimulator.builder().model(SERVER).start()) {
            Path deployment = deployment(server, SERVER_POINTS, "{mode: notify, cycle: 20ms}");
            Path lines = directory.resolve("_first.parquet.jsonl");
            Path kept = directory.resolve("first.jsonl");
            try (Running recording =
                    Running.takt("record", deployment.toString(), "--out", file.toString(), "--format", "parquet")) {
                recording.await(() -> rows(lines, "count").size() > ENOUGH / 2);
                server.set("text", "überall");
                server.setStatus("level", StatusCode.BAD_DEVICE_FAILURE);
                recording.await(() -> rows(lines, "count").size() > ENOUGH);
                Files.createLink(kept, lines);
                recording.end().expect(ExitCode.GOOD);
            }
            assertThat(lines).doesNotExist();
            assertThat(rows(kept, "level")).hasSize(2);
            assertSame(kept, again(file, kept, "--as", "opcua"));
        }
    }

    @Test
    void aReplayedCpuHasTheSameValuesInOrder() throws Exception {
        try (S7Simulator cpu = S7Simulator.builder().model(CPU).start()) {
            Path file = record(
                    deployment(cpu, CPU_POINTS, "{mode: poll, every: 20ms, changes: true}"),
                    "first.jsonl",
                    () -> cpu.set("text", "world"));
            assertSameValues(file, again(file, "--as", "s7"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ads", "s7"})
    void anOutageOfTheDeviceIsOneOfItsReplay(String as) throws Exception {
        try (AdsSimulator plc = AdsSimulator.builder().model(PLC).start()) {
            String points = "points:\n  - {id: count, on: device, address: MAIN.nCount}\n";
            Path file = record(deployment(plc, points, "{mode: notify, cycle: 10ms}"), "first.jsonl", () -> {
                plc.powerOff();
                Awaitility.await()
                        .until(() -> Files.readString(directory.resolve("first.jsonl"))
                                .contains("Bad_"));
                assertThatCode(plc::powerOn).doesNotThrowAnyException();
            });
            assertThat(rows(again(file, "--as", as), "count"))
                    .anyMatch(row -> row.status().startsWith("Bad_"));
        }
    }

    @Test
    void aRecordInALoopGoesOnWithLaterTimes() throws Exception {
        try (AdsSimulator plc = AdsSimulator.builder().model(PLC).start()) {
            String points = "points:\n  - {id: count, on: device, address: MAIN.nCount}\n";
            Path file = record(deployment(plc, points, "{mode: notify, cycle: 10ms}"), "first.jsonl", () -> {});
            Path deployment = directory.resolve("again.yaml");
            Path again = directory.resolve("again.jsonl");
            try (Running replay = Running.takt(
                    "replay",
                    file.toString(),
                    "--deployment",
                    deployment.toString(),
                    "--as",
                    "opcua",
                    "--loop",
                    "--now",
                    "--speed",
                    "10")) {
                replay.await(() -> replay.out().contains("://"));
                try (Running recording = Running.takt("record", deployment.toString(), "--out", again.toString())) {
                    recording.await(() -> rows(again, "count").size() > 2 * ENOUGH);
                    recording.end().expect(ExitCode.GOOD);
                }
                replay.end().expect(ExitCode.GOOD);
            }
            List<Long> times = rows(again, "count").stream().map(Row::time).toList();
            assertThat(times).isSorted().doesNotHaveDuplicates();
            long first = rows(file, "count").get(0).time();
            assertThat(times.get(0)).isGreaterThan(first);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"opcua", "s7"})
    void aRecordOfAPlcIsReplayedAsAnotherDevice(String as) throws Exception {
        try (AdsSimulator plc = AdsSimulator.builder().model(PLC).start()) {
            Path file = record(
                    deployment(plc, PLC_POINTS.replace("- {id: axis", "# "), "{mode: notify, cycle: 100ms}"),
                    "first.jsonl",
                    () -> plc.set("MAIN.sText", "überall"));
            Path again = again(file, "--as", as);
            if (as.equals("opcua")) {
                assertSame(file, again);
            } else {
                assertSameValues(file, again);
            }
        }
    }
}
