package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The packaged jar as a process: what only a process has, such as signals and an exit code. */
class TaktJarIT {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void theJarKnowsItsVersionAndWhatIsGoodAndWrongUse() throws Exception {
        try (TaktProcess version = TaktProcess.start(directory, "--version");
                TaktProcess wrong = TaktProcess.start(directory, "rum")) {
            assertThat(version.code()).isEqualTo(Takt.GOOD);
            assertThat(version.out()).matches("takt \\d+\\.\\d+.*\\R");
            assertThat(wrong.code()).isEqualTo(Takt.WRONG_USE);
            assertThat(wrong.err()).contains("Did you mean").contains("takt run");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aRunThatIsToldToEndLeavesAWholeFileWithAsManyLinesAsItSays(String signal) throws Exception {
        try (AdsSimulator plc =
                AdsSimulator.builder().model(SimulatorModel.demo()).start()) {
            Path file = DeploymentText.write(directory, plc, """
                    points:
                      - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                      - {id: plc.force, on: plc, address: Press.fForce, scan: poll}
                    streams:
                      - {id: all, from: "**", to: [lines]}
                    sinks:
                      lines: {type: jsonl, path: out.jsonl}
                    """);
            Path out = directory.resolve("out.jsonl");
            try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
                await().atMost(LIMIT)
                        .until(() -> Files.exists(out) && lines(out).size() > 100);
                run.signal(signal);
                assertThat(run.code()).as(run.err()).isEqualTo(Takt.GOOD);
                List<String> lines = lines(out);
                assertThat(lines).allMatch(line -> JSON.readTree(line).has("point"));
                assertThat(run.out())
                        .contains("all.lines: received " + lines.size() + " = published " + lines.size()
                                + " + buffered 0 + dropped 0");
            }
        }
    }

    @Test
    void aSimulatorSaysWhereItIsServesAndEndsWhenTold() throws Exception {
        try (TaktProcess simulator = TaktProcess.start(
                directory, "simulate", "ads", "--bind", "127.0.0.1:0", "--ams-net-id", "5.1.2.3.1.1")) {
            await().atMost(LIMIT).until(() -> simulator.out().endsWith("\n"));
            assertThat(simulator.out()).matches("ads://127\\.0\\.0\\.1:\\d+/5\\.1\\.2\\.3\\.1\\.1:851\\R");
            Ran read = Ran.takt("read", simulator.out().strip(), "GVL.nSerial");
            assertThat(read.code()).as(read.err()).isEqualTo(Takt.GOOD);
            simulator.signal("TERM");
            assertThat(simulator.code()).isEqualTo(Takt.GOOD);
        }
    }

    /** A limit on the size of files stands for a full disk: the write fails halfway through a unit. */
    @Test
    void aFullDiskIsReportedTheFileStaysWholeAndTheBooksSayWhatIsMissing() throws Exception {
        try (AdsSimulator plc =
                AdsSimulator.builder().model(SimulatorModel.demo()).start()) {
            Path file = DeploymentText.write(directory, plc, """
                    points:
                      - {browse: plc, match: "Press.**", scan: poll}
                    streams:
                      - {id: all, from: "**", to: [lines], ring: {capacity: 500, onFull: dropOldest}}
                    sinks:
                      lines: {type: jsonl, path: out.jsonl}
                    """);
            Path out = directory.resolve("out.jsonl");
            List<String> limited = List.of("bash", "-c", "ulimit -f 64; exec \"$@\"", "takt");
            try (TaktProcess run = TaktProcess.start(directory, limited, "run", file.toString())) {
                await().atMost(LIMIT).until(() -> run.err().contains("cannot write"));
                run.signal("INT");
                assertThat(run.code()).as(run.err()).isEqualTo(Takt.FAILED);
                List<String> lines = lines(out);
                assertThat(lines)
                        .isNotEmpty()
                        .allMatch(line -> JSON.readTree(line).has("receivedAt"));
                assertThat(run.out())
                        .containsPattern(
                                "received \\d+ = published " + lines.size() + " \\+ buffered 0 \\+ dropped [1-9]");
            }
        }
    }

    @Test
    void aReaderThatLeavesEndsWatch() throws Exception {
        try (AdsSimulator plc =
                AdsSimulator.builder().model(SimulatorModel.demo()).start()) {
            List<String> shell = List.of("bash", "-c", "\"$@\" | head -n 3", "takt");
            try (TaktProcess watch =
                    TaktProcess.start(directory, shell, "watch", plc.endpointUri(), "MAIN.nCycle", "--json")) {
                assertThat(watch.code()).as(watch.err()).isEqualTo(Takt.GOOD);
                assertThat(watch.out()).hasLineCount(3);
            }
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file);
    }
}
