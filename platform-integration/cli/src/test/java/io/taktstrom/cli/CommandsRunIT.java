package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Writing back, and gathering, as an operator would: a deployment file and the command line. */
class CommandsRunIT {

    private static final String TOKEN = "commands-open-sesame";
    private static final Pattern ANNOUNCED =
            Pattern.compile("commands from mes at (http://127\\.0\\.0\\.1:\\d+/commands)");

    @TempDir
    Path directory;

    @AutoClose
    private AdsSimulator plc;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.parse("""
                        symbols:
                          MAIN.setpoint: {type: LREAL, value: 20}
                          MAIN.speed: {type: LREAL, value: 10}
                          MAIN.raw: {type: INT, value: 615}
                          MAIN.counter: {type: UDINT, waveform: counter}
                        """)).start();
        ShownSecret.file(directory, "token.txt", TOKEN + "\n");
    }

    private Path file(int port) throws IOException {
        return DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.setpoint, on: plc, address: MAIN.setpoint, scan: push, writable: true, limits: {min: 0, max: 30}}
                  - {id: plc.oil, on: plc, address: MAIN.raw, scan: push, scale: 0.1, offset: -40, writable: true}
                  - {id: plc.speed, on: plc, address: MAIN.speed, scan: push, writable: true, limits: {maxChangePerSecond: 1}}
                  - {id: plc.counter, on: plc, address: MAIN.counter, scan: push}
                streams:
                  - {id: all, from: "**", to: lines}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                commands:
                  audit: audit.jsonl
                  from:
                    mes: {type: http, port: %d, token: "${file:token.txt}"}
                gathers:
                  all: {points: "plc.*"}
                """.formatted(port));
    }

    private static String command(String point, double value) {
        return "{\"id\":\"" + point + value + "\",\"point\":\"" + point + "\",\"value\":" + value + ",\"expires\":\""
                + Instant.now().plusSeconds(30) + "\"}";
    }

    @Test
    void aCommandReachesTheDeviceThroughTaktJar() throws Exception {
        try (TaktProcess run = TaktProcess.start(directory, "run", file(0).toString())) {
            HttpRequest.Builder post = connected(run, 1);
            HttpResponse<String> done = send(post, command("plc.setpoint", 21.5));
            assertThat(done.body()).contains("\"outcome\":\"done\"", "\"before\":20.0", "\"after\":21.5");
            assertThat(done.statusCode()).isEqualTo(200);
            HttpResponse<String> refused = send(post, command("plc.setpoint", 31));
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("the most allowed");
            run.signal("INT");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            assertThat(run.err()).doesNotContain(TOKEN);
        }
        assertThat(plc.get("MAIN.setpoint")).isEqualTo(21.5);
        assertThat(Files.readAllLines(directory.resolve("audit.jsonl"))).hasSize(3);
    }

    /** As docs/how-to/write-back.md has it, on simulators. */
    @Test
    void theExampleWritesToBothMachinesAndGathersThem() throws Exception {
        try (AdsSimulator press = Examples.press();
                OpcUaSimulator oven = Examples.oven()) {
            Path file = Examples.writeBack(directory, press, oven, directory.resolve("token.txt"));
            try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
                HttpRequest.Builder post = connected(run, 2);
                assertThat(send(post, command("press1.setpoint", 24.5)).body()).contains("\"outcome\":\"done\"");
                assertThat(send(post, command("press1.setpoint", 31)).body())
                        .as("more than 5 in a second")
                        .contains("\"outcome\":\"refused\"");
                assertThat(send(post, command("oven.target", 180)).body()).contains("\"outcome\":\"done\"");
                assertThat(send(post, command("press1.force", 1)).body()).contains("Bad_NotWritable");
                Ran gathered = Ran.takt("gather", file.toString(), "line");
                assertThat(gathered.out())
                        .as(gathered.err())
                        .containsPattern("press1.setpoint +Good +\\S+ +24.5")
                        .containsPattern("press1.mode +Good +\\S+ +hand")
                        .containsPattern("oven.target +Good +\\S+ +180");
                run.signal("INT");
                assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            }
            assertThat(oven.get("oven.target")).isEqualTo(180.0);
        }
    }

    /** Requests to a process, once its devices are there. */
    private static HttpRequest.Builder connected(TaktProcess run, int devices) throws IOException {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> !run.isAlive()
                        || (ANNOUNCED.matcher(run.err()).find()
                                && run.err().split("is connected", -1).length > devices));
        Matcher uri = ANNOUNCED.matcher(run.err());
        assertThat(uri.find()).as(run.err()).isTrue();
        return HttpRequest.newBuilder(URI.create(uri.group(1)))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + TOKEN);
    }

    private static HttpResponse<String> send(HttpRequest.Builder post, String command) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        post.POST(HttpRequest.BodyPublishers.ofString(command)).build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aGatherIsReadWrittenAndWatched() throws IOException {
        String file = file(1).toString();
        Ran read = Ran.takt("gather", file, "all").expect(ExitCode.GOOD);
        assertThat(read.out())
                .containsPattern("plc.setpoint +Good +\\S+ +20")
                .containsPattern("plc.oil +Good +\\S+ +21.5")
                .contains("skew ");
        Ran written = Ran.takt("gather", file, "all", "--write", "plc.setpoint=25", "--write", "plc.oil=30", "--yes")
                .expect(ExitCode.GOOD);
        assertThat(written.out()).containsPattern("plc.oil +Good");
        assertThat(plc.get("MAIN.raw")).isEqualTo(700L);
        assertThat(plc.get("MAIN.setpoint")).isEqualTo(25.0);
        Ran watched = Ran.takt("gather", file, "all", "--watch", "20ms", "--json", "--seconds", "1")
                .expect(ExitCode.GOOD);
        assertThat(watched.lines())
                .filteredOn(line -> line.contains("plc.counter"))
                .hasSizeGreaterThan(3);
    }

    @Test
    void theLimitsOfThePointsHoldForAGatherUnlessItIsForced() throws IOException {
        String file = file(1).toString();
        Ran beyond = Ran.takt("gather", file, "all", "--write", "plc.setpoint=31", "--yes")
                .expect(ExitCode.WRONG_USE);
        assertThat(beyond.err()).contains("the most allowed", "nothing was written", "--force");
        assertThat(plc.get("MAIN.setpoint")).isEqualTo(20.0);
        Ran fast = Ran.takt("gather", file, "all", "--write", "plc.speed=12", "--yes");
        assertThat(fast.err()).contains("from 10.0 it is a step of 2");
        Ran.takt("gather", file, "all", "--write", "plc.setpoint=31", "--write", "plc.speed=12", "--yes", "--force")
                .expect(ExitCode.GOOD);
        assertThat(plc.get("MAIN.setpoint")).isEqualTo(31.0);
        assertThat(plc.get("MAIN.speed")).isEqualTo(12.0);
    }

    @Test
    void aDryRunTriesTheBufferAndTheSourceOfCommandsAndLeavesNothing() throws Exception {
        Path file = file(0);
        Files.writeString(
                file, Files.readString(file).replace("to: lines}", "to: lines, ring: {onFull: spill, disk: 1MiB}}"));
        Ran.takt("run", file.toString(), "--dry").expect(ExitCode.GOOD);
        try (var left = Files.list(directory)) {
            assertThat(left)
                    .extracting(path -> path.getFileName().toString())
                    .doesNotContain("audit.jsonl", "plant.buffer");
        }
        try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
            URI taken = connected(run, 1).copy().build().uri();
            Files.writeString(file, Files.readString(file).replace("port: 0", "port: " + taken.getPort()));
            Ran used = Ran.takt("run", file.toString(), "--dry").expect(ExitCode.FAILED);
            assertThat(used.out())
                    .contains("commands from mes: cannot listen on")
                    .contains("is written by another process")
                    .contains("buffer all.lines: the buffer in", "is used by process");
            Files.writeString(file, Files.readString(file).replace("disk: 1MiB", "disk: 16384GiB"));
            run.signal("INT");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
        }
        assertThat(Ran.takt("run", file.toString(), "--dry").out()).contains("has room for", "lower disk");
    }

    @Test
    void whatAGatherCannotDoIsSaid() throws IOException {
        String file = file(1).toString();
        Ran unknown = Ran.takt("gather", file, "al").expect(ExitCode.WRONG_USE);
        assertThat(unknown.err()).contains("no gather 'al'").contains("all");
        assertThat(Ran.takt("gather", file, "all", "--write", "plc.setpoint=25").err())
                .contains("use --yes");
        Ran readOnly = Ran.takt("gather", file, "all", "--write", "plc.counter=1", "--write", "plc.oil=1", "--yes")
                .expect(ExitCode.FAILED);
        assertThat(readOnly.out())
                .containsPattern("plc.counter +Bad_NotWritable")
                .containsPattern("plc.oil +Bad_InvalidState");
        assertThat(readOnly.err()).contains("nothing was written");
        assertThat(plc.get("MAIN.raw")).isEqualTo(615L);
    }
}
