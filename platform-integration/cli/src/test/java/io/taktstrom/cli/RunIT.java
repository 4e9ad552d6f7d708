package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code takt run} and its kin, on a simulated PLC. */
class RunIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();

    /** Whether a file has more than so many lines with a text. */
    private boolean has(String name, int more, String text) throws IOException {
        return Files.readAllLines(directory.resolve(name)).stream()
                        .filter(line -> line.contains(text))
                        .count()
                > more;
    }

    @Test
    void samplesOfBothKindsOfScanReachTheirFilesAndTheAccountsBalance() throws Exception {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                  - {id: plc.pushed, on: plc, address: MAIN.nCycle, scan: push}
                streams:
                  - {id: all, from: "**", to: [lines, sheet]}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                  sheet: {type: csv, path: out.csv}
                """);
        Ran ran = Running.until(
                        () -> has("out.jsonl", 5, "plc.cycle")
                                && has("out.jsonl", 5, "plc.pushed")
                                && has("out.csv", 1, "plc."),
                        "run",
                        file.toString())
                .expect(ExitCode.GOOD);
        List<JsonNode> samples = Files.readAllLines(directory.resolve("out.jsonl")).stream()
                .map(JSON::readTree)
                .toList();
        for (String point : List.of("plc.cycle", "plc.pushed")) {
            assertThat(samples)
                    .filteredOn(sample -> sample.get("point").stringValue().equals(point))
                    .hasSizeGreaterThan(5)
                    .extracting(sample -> sample.get("value").longValue())
                    .isSorted();
        }
        List<String> rows = Files.readAllLines(directory.resolve("out.csv"));
        assertThat(rows.get(0)).isEqualTo("point,value,status,sourceTime,receivedAt");
        assertThat(PrintedAccount.of(ran.out(), "all.lines"))
                .isEqualTo(new PrintedAccount(samples.size(), 0, samples.size(), 0, 0));
        assertThat(PrintedAccount.of(ran.out(), "all.sheet"))
                .isEqualTo(new PrintedAccount(rows.size() - 1, 0, rows.size() - 1, 0, 0));
    }

    @Test
    void browsedPointsAreFoundOnceTheDeviceAnswers() throws Exception {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.listed, on: plc, address: GVL.nSerial, scan: push}
                  - {browse: plc, match: "Axes.**", scan: push}
                """ + DeploymentText.ALL_TO_LINES);
        Running.until(
                        () -> has("out.jsonl", 0, "plc.listed")
                                && has("out.jsonl", 0, "plc.Axes.aMatrix")
                                && has("out.jsonl", 0, "plc.Axes.stX.fPosition")
                                && has("out.jsonl", 0, "plc.Axes.astTools[2].bHomed"),
                        "run",
                        file.toString())
                .expect(ExitCode.GOOD);
        assertThat(Files.readAllLines(directory.resolve("out.jsonl")))
                .extracting(line -> JSON.readTree(line).get("point").stringValue())
                .contains("plc.listed", "plc.Axes.stX.fPosition", "plc.Axes.astTools[2].bHomed", "plc.Axes.aMatrix")
                .doesNotContain("plc.Axes.stX", "plc.Axes.aMatrix[0,1]");
    }

    @Test
    void aBrowsedConnectionIsAnnouncedOnce() throws Exception {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {browse: plc, match: "Axes.**", scan: push}
                streams:
                  - {id: all, from: "**", to: [lines]}
                sinks:
                  lines: {type: jsonl, path: new/out.jsonl}
                """);
        Ran ran = Running.until(() -> has("new/out.jsonl", 50, "plc."), "run", file.toString())
                .expect(ExitCode.GOOD);
        assertThat(ran.err()).containsOnlyOnce("is connected").containsPattern("browse plc: \\d+ points found");
    }

    @Test
    void whatWasReadAndWhatWasWrittenCountsOnEachOfItsWays() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                streams:
                  - {id: a, from: "**", to: [lines]}
                  - {id: b, from: "**", to: [console]}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                  console: {type: console}
                """);
        Ran ran = Ran.taktOnTerminal("run", file.toString(), "--seconds", "2").expect(ExitCode.GOOD);
        assertThat(ran.out()).containsPattern("plc CONNECTED \\| a.lines \\d+, b.console \\d+ samples received");
    }

    @Test
    void whatScalingAndDeadbandDoIsInTheFileAndInTheAccounts() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: serial, on: plc, address: GVL.nSerial, scan: poll, scale: 0.1, offset: 3, deadband: 1}
                streams:
                  - {id: s, from: "**", to: [lines]}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                """);
        Ran ran = Ran.takt("run", file.toString(), "--seconds", "1.5");
        List<String> lines = Files.readAllLines(directory.resolve("out.jsonl"));
        assertThat(lines).hasSize(1);
        assertThat(JSON.readTree(lines.get(0)).get("value").doubleValue()).isEqualTo(4711 * 0.1 + 3);
        PrintedAccount account = PrintedAccount.of(ran.out(), "s.lines");
        assertThat(account.published()).isEqualTo(1);
        assertThat(account.dropped()).isPositive();
        assertThat(ran.out()).contains("(deadband " + account.dropped() + ")");
    }

    @Test
    void theStagesOfAStreamLeaveOutWhatTheySayTheyDo() throws Exception {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: serial, on: plc, address: GVL.nSerial, scan: poll}
                streams:
                  - {id: fifth, from: "**", to: [lines], stages: [{type: everyNth, n: 5}]}
                  - {id: first, from: "**", to: [console], stages: [{type: firstOfInterval, interval: 1d}]}
                  - {id: mean, from: "**", to: [console], stages: [{type: average, interval: 100ms}]}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                  console: {type: console}
                """);
        Ran ran = Running.until(() -> has("out.jsonl", 3, "serial"), "run", file.toString());
        PrintedAccount fifth = PrintedAccount.of(ran.out(), "fifth.lines");
        assertThat(fifth.received()).isGreaterThan(10);
        assertThat(fifth.published()).isEqualTo((fifth.received() + 4) / 5);
        assertThat(Files.readAllLines(directory.resolve("out.jsonl"))).hasSize((int) fifth.published());
        assertThat(PrintedAccount.of(ran.out(), "first.console").published()).isBetween(1L, 2L);
        PrintedAccount mean = PrintedAccount.of(ran.out(), "mean.console");
        assertThat(mean.published()).isLessThan(mean.received());
        assertThat(ran.out()).contains("(downsampled " + fifth.dropped() + ")");
    }

    @Test
    void aDeviceThatGoesAwayIsMarkedBadAndComesBack() throws Exception {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                """ + DeploymentText.ALL_TO_LINES);
        Path out = directory.resolve("out.jsonl");
        Ran ran;
        try (Running run = Running.takt("run", file.toString())) {
            run.await(() -> has("out.jsonl", 10, "Good"));
            plc.dropConnections();
            run.await(() -> has("out.jsonl", 0, "Bad_NoCommunication"));
            long before = Files.readAllLines(out).size();
            run.await(() -> Files.readAllLines(out).size() > before + 10);
            ran = run.end();
        }
        assertThat(ran.code()).isEqualTo(ExitCode.GOOD);
        String statuses = String.join(
                " ",
                Files.readAllLines(out).stream()
                        .map(line -> JSON.readTree(line).get("status").stringValue())
                        .toList());
        assertThat(statuses).matches("(Good )+Bad_NoCommunication( Good)+");
        assertThat(ran.err()).contains("is lost").contains("connected");
    }

    @Test
    void aDeviceThatNeverAnswersIsReportedInTheEnd() throws IOException {
        plc.close();
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                """ + DeploymentText.ALL_TO_LINES);
        Ran ran = Ran.takt("run", file.toString(), "--seconds", "1").expect(ExitCode.FAILED);
        assertThat(ran.err()).contains("plc at ads://127.0.0.1:" + plc.port() + " never answered");
        assertThat(Files.readString(directory.resolve("out.jsonl"))).contains("Bad_NotConnected");
    }

    /** A service manager would call a service failed whose PLC was off when it was told to stop. */
    @Test
    void whoStopsARunWhoseDeviceNeverAnsweredHearsOfItAndNothingHasFailed() throws Exception {
        plc.close();
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                  - {browse: plc, match: "Press.**", scan: push}
                """ + DeploymentText.ALL_TO_LINES);
        Ran ran = Running.until(() -> true, "run", file.toString()).expect(ExitCode.GOOD);
        assertThat(ran.err()).contains("stopped").contains("plc at ads://127.0.0.1:" + plc.port() + " never answered");
    }

    @Test
    void samplesForTheConsoleAreLines() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.serial, on: plc, address: GVL.nSerial, scan: push}
                """ + DeploymentText.ALL_TO_CONSOLE);
        Ran ran = Ran.takt("run", file.toString(), "--seconds", "1").expect(ExitCode.GOOD);
        assertThat(ran.lines().get(0)).startsWith("plc.serial,4711,Good,");
    }

    @Test
    void aSinkThatCannotBeOpenedStopsTheRunBeforeItBegins() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.serial, on: plc, address: GVL.nSerial, scan: push}
                streams:
                  - {id: all, from: "**", to: [lines]}
                sinks:
                  lines: {type: jsonl, path: plant.yaml/out.jsonl}
                """);
        Ran ran = Ran.takt("run", file.toString(), "--seconds", "30");
        // The service manager does not start it again with this exit code.
        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.err())
                .contains("plant.yaml cannot start: sink lines: cannot write")
                .contains("not found; create it");
        Ran dry = Ran.takt("run", file.toString(), "--dry").expect(ExitCode.FAILED);
        assertThat(dry.out()).contains("plc.serial").contains("sink lines: cannot write");
    }

    /** A full ring is no wish: the policy only says which sample goes. */
    @ParameterizedTest
    @CsvSource({"dropOldest,1", "dropNewest,1", "conflate,0"})
    void whatAFullRingDropsIsALossAndWhatConflatingLeavesOutIsNot(String policy, int code) throws Exception {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {browse: plc, match: "Press.**", scan: poll}
                streams:
                  - {id: all, from: "**", to: [lines], ring: {capacity: %d, onFull: %s}}
                sinks:
                  lines: {type: jsonl, path: out.jsonl, sync: 0s}
                """.formatted(policy.equals("conflate") ? 1000 : 1, policy));
        Ran ran = Running.until(() -> has("out.jsonl", 100, "plc."), "run", file.toString());
        if (code == ExitCode.FAILED) {
            assertThat(PrintedAccount.of(ran.out(), "all.lines").dropped()).isPositive();
        }
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(code);
    }

    @Test
    void theDemoShowsMovingDataAndWhatToDoNext() {
        Ran ran = Ran.takt("demo", "--seconds", "2").expect(ExitCode.GOOD);
        assertThat(ran.out())
                .contains("POINT", "press1.force", "kN", "Good")
                .containsPattern("received [1-9]\\d* = published")
                .contains("takt browse ads://", "takt watch ads://");
    }
}
