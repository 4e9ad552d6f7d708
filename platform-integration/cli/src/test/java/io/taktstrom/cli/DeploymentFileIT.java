package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said of a deployment file before it runs: {@code validate}, {@code explain}, {@code find}, {@code run --dry}. */
class DeploymentFileIT extends DemoPlant {

    @Test
    void aDryRunReadsOncePublishesNothingAndJudgesEachPoint() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.serial, on: plc, address: GVL.nSerial, scan: push}
                  - {id: plc.wrong, on: plc, address: MAIN.nothing, scan: push}
                  - {browse: plc, match: "IO.**", scan: poll}
                """ + DeploymentText.ALL_TO_LINES);
        Ran ran = Ran.takt("run", file.toString(), "--dry").expect(ExitCode.FAILED);
        assertThat(ran.out())
                .containsPattern("plc.serial +Good +UDINT +push +4711")
                .containsPattern("plc.wrong +Bad_NodeIdUnknown +- +push")
                .containsPattern("plc.IO.nFlags +Good +WORD +poll");
        assertThat(directory.resolve("out.jsonl")).doesNotExist();
    }

    @Test
    void anInvalidFileIsExplainedAtOnceAndIsWrongUse() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: a, on: plk, address: MAIN.x, scan: push}
                  - {id: b, on: plc, address: MAIN.x, scan: pusch}
                """);
        for (String command : List.of("run", "validate", "explain", "find")) {
            Ran ran = Ran.takt(command, file.toString()).expect(ExitCode.WRONG_USE);
            assertThat(ran.err())
                    .contains("plant.yaml:7:")
                    .contains("plant.yaml:8:")
                    .contains("plc")
                    .contains("push");
        }
    }

    @Test
    void aValidFileIsSummedUpExplainedAndSearched() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: press.oil, on: plc, address: Press.fOilTemperature, scan: push, unit: Cel}
                  - {id: press.force, on: plc, address: Press.fForce, scan: push, unit: kN}
                """ + DeploymentText.ALL_TO_CONSOLE);
        assertThat(Ran.takt("validate", file.toString()).out())
                .contains("valid")
                .contains("2 points");
        assertThat(Ran.takt("explain", file.toString()).out())
                .contains("2 points")
                .contains("10ms");
        assertThat(Ran.takt("find", file.toString(), "unit=Cel").out())
                .contains("press.oil")
                .doesNotContain("press.force");
        Ran.takt("find", file.toString(), "unit=bar").expect(ExitCode.FAILED);
    }

    @Test
    void whatDoesNothingInAFileIsSaid() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.serial, on: plc, address: GVL.nSerial, scan: push}
                streams:
                  - {id: all, from: "**", to: [console]}
                sinks:
                  console: {type: console}
                  spare: {type: jsonl, path: out.jsonl}
                """);
        for (String command : List.of("validate", "explain")) {
            Ran ran = Ran.takt(command, file.toString()).expect(ExitCode.GOOD);
            assertThat(ran.err())
                    .contains("warning: " + file + ":4:3: scanClasses.poll: no point names this scan class")
                    .contains("warning: " + file + ":12:3: sinks.spare: no stream leads to this sink")
                    .hasLineCount(2);
        }
    }

    @Test
    void whoCannotPushIsSaidToBePolled() throws IOException {
        Path file = Files.writeString(directory.resolve("s7.yaml"), """
                connections:
                  cpu: {type: s7, host: 127.0.0.1}
                scanClasses:
                  push: {mode: notify, cycle: 10ms, maxDelay: 50ms}
                points:
                  - {id: cpu.x, on: cpu, address: "DB1.DBW0", scan: push}
                """ + DeploymentText.ALL_TO_CONSOLE);
        assertThat(Ran.takt("explain", file.toString()).out())
                .contains("1 point changes polled for every 10ms (scan push)")
                .doesNotContain("notified");
    }
}
