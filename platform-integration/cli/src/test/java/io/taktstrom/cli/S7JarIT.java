package io.taktstrom.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** S7 as the packaged jar has it: with the backend plc4j, and without what that logs. */
class S7JarIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @AutoClose
    private S7Simulator cpu;

    @BeforeEach
    void start() throws Exception {
        cpu = S7Simulator.builder().model(S7Model.demo()).start();
    }

    @Test
    void aSourceOfDataBlocksIsSimulated() throws Exception {
        Path source = Files.writeString(directory.resolve("Line.db"), S7CommandsIT.SOURCE);
        try (TaktProcess simulator =
                TaktProcess.start(directory, "simulate", "s7", "--bind", "127.0.0.1:0", "--model", source.toString())) {
            await().atMost(LIMIT).until(() -> simulator.out().endsWith("\n"));
            String uri = simulator.out().strip();
            Ran.takt("write", uri, "DB1.DBD0:REAL=2.5", "--yes").expect(ExitCode.GOOD);
            assertThat(Ran.takt("read", uri, "DB1.DBD0:REAL").out()).contains("2.5");
            Ran.takt("read", uri, "DB2.DBW0").expect(ExitCode.FAILED);
        }
    }

    @Test
    void valuesAreReadByWayOfPlc4jAndNothingIsLogged() throws Exception {
        try (TaktProcess read = TaktProcess.start(
                directory,
                "read",
                cpu.endpointUri() + "&backend=plc4j",
                "DB2.DBW0:UINT",
                "DB1.DBB50:STRING(20)",
                "DB1.DBX4.0",
                "--json")) {
            assertThat(read.code()).as(read.err()).isEqualTo(ExitCode.GOOD);
            assertThat(read.out()).contains("\"value\":7", "\"value\":\"Filler 3\"", "\"value\":true");
            assertThat(read.err()).isEmpty();
        }
    }

    @Test
    void aCpuThatPlc4jDoesNotReachIsToldInOneLine() throws Exception {
        cpu.powerOff();
        try (TaktProcess read =
                TaktProcess.start(directory, "read", cpu.endpointUri() + "&backend=plc4j", "DB2.DBW0:UINT")) {
            assertThat(read.code()).isEqualTo(ExitCode.FAILED);
            assertThat(read.err())
                    .startsWith("takt: connect to 127.0.0.1:")
                    .contains("check the address")
                    .hasLineCount(1);
        }
    }

    @Test
    void aDeploymentMayAskForPlc4j() throws Exception {
        Path file = Files.writeString(directory.resolve("plant.yaml"), """
                connections:
                  filler: {type: s7, host: 127.0.0.1, port: %d, backend: plc4j}
                scanClasses:
                  poll: {mode: poll, every: 20ms}
                points:
                  - {id: filler.count, on: filler, address: "DB1.DBD0:UDINT", scan: poll}
                streams:
                  - {id: all, from: "**", to: [lines]}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                """.formatted(cpu.port()));
        Path out = directory.resolve("out.jsonl");
        try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
            await().atMost(LIMIT)
                    .until(() -> Files.exists(out) && Files.readAllLines(out).size() > 10);
            run.signal("INT");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            List<String> lines = Files.readAllLines(out);
            assertThat(lines).allMatch(line -> line.contains("\"point\":\"filler.count\""));
            assertThat(run.out()).contains("all.lines: received " + lines.size() + " = published " + lines.size());
        }
    }
}
