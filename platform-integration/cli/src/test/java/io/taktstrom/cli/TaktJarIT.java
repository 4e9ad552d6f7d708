package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The packaged jar as a process: what only a process has, such as signals and an exit code. */
class TaktJarIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern METRICS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void theJarKnowsItsVersionAndWhatIsGoodAndWrongUse() throws Exception {
        try (TaktProcess version = TaktProcess.start(directory, "--version");
                TaktProcess wrong = TaktProcess.start(directory, "rum")) {
            assertThat(version.code()).isEqualTo(ExitCode.GOOD);
            assertThat(version.out()).matches("takt \\d+\\.\\d+.*\\R");
            assertThat(wrong.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(wrong.err()).contains("did you mean 'run'?");
        }
    }

    @Test
    void onlyVerboseShowsWhereAnErrorComesFrom() throws Exception {
        try (TaktProcess quiet = TaktProcess.start(directory, "read", "ads://127.0.0.1:1/1.2.3.4.5.6", "MAIN.x");
                TaktProcess verbose =
                        TaktProcess.start(directory, "read", "ads://127.0.0.1:1/1.2.3.4.5.6", "MAIN.x", "--verbose")) {
            assertThat(quiet.code()).isEqualTo(ExitCode.FAILED);
            assertThat(quiet.err()).startsWith("takt: connect to 127.0.0.1:1: ").hasLineCount(1);
            assertThat(verbose.code()).isEqualTo(ExitCode.FAILED);
            assertThat(verbose.err()).contains("\tat io.taktstrom.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aRunThatIsToldToEndLeavesAWholeFileWithAsManyLinesAsItSays(String signal) throws Exception {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                  - {id: plc.force, on: plc, address: Press.fForce, scan: poll}
                """ + DeploymentText.ALL_TO_LINES);
        Path out = directory.resolve("out.jsonl");
        try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
            await().atMost(LIMIT).until(() -> Files.exists(out) && lines(out).size() > 100);
            run.signal(signal);
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            List<String> lines = lines(out);
            assertThat(lines).allMatch(line -> JSON.readTree(line).has("point"));
            assertThat(run.out())
                    .contains("all.lines: received " + lines.size() + " = published " + lines.size()
                            + " + buffered 0 + dropped 0");
        }
    }

    @Test
    void aSimulatorSaysWhereItIsServesAndEndsWhenTold() throws Exception {
        try (TaktProcess simulator = TaktProcess.start(
                directory, "simulate", "ads", "--bind", "127.0.0.1:0", "--ams-net-id", "5.1.2.3.1.1")) {
            await().atMost(LIMIT).until(() -> simulator.out().endsWith("\n"));
            assertThat(simulator.out()).matches("ads://127\\.0\\.0\\.1:\\d+/5\\.1\\.2\\.3\\.1\\.1:851\\R");
            Ran.takt("read", simulator.out().strip(), "GVL.nSerial").expect(ExitCode.GOOD);
            simulator.signal("TERM");
            assertThat(simulator.code()).isEqualTo(ExitCode.GOOD);
        }
    }

    /** A limit on the size of files stands for a full disk: the write fails halfway through a unit. */
    @Test
    void aFullDiskIsReportedTheFileStaysValidAndTheAccountsShowTheLoss() throws Exception {
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
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED);
            List<String> lines = lines(out);
            assertThat(lines).isNotEmpty().allMatch(line -> JSON.readTree(line).has("receivedAt"));
            assertThat(run.out())
                    .containsPattern("received \\d+ = published " + lines.size() + " \\+ buffered 0 \\+ dropped [1-9]");
        }
    }

    @Test
    void metricsAndHealthAreServedWhileItRuns() throws Exception {
        AdsSimulator plc = AdsSimulator.builder().model(AdsModel.demo()).start();
        try {
            Path file = DeploymentText.write(directory, plc, """
                    points:
                      - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                    """ + DeploymentText.ALL_TO_LINES);
            try (TaktProcess run = TaktProcess.start(directory, "run", file.toString(), "--metrics", "127.0.0.1:0")) {
                await().atMost(LIMIT).until(() -> METRICS.matcher(run.err()).find());
                Matcher address = METRICS.matcher(run.err());
                assertThat(address.find()).isTrue();
                URI uri = URI.create(address.group());
                await().atMost(LIMIT).until(() -> {
                    HttpResponse<String> health = get(uri, "/health");
                    return health.statusCode() == 200
                            && JSON.readTree(health.body())
                                            .at("/streams/all.lines/published")
                                            .asLong()
                                    > 3;
                });
                assertThat(get(uri, "/metrics").body())
                        .containsPattern("taktstrom_stream_received_samples_total\\{stream=\"all.lines\"[^}]*\\} [1-9]")
                        .contains("taktstrom_connection_connected{connection=\"plc\"")
                        .containsPattern("taktstrom_requests_.*connection=\"plc\",operation=\"read\"");
                plc.close();
                await().atMost(LIMIT).until(() -> get(uri, "/health").statusCode() == 503);
            }
        } finally {
            plc.close();
        }
    }

    private static HttpResponse<String> get(URI server, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aReaderThatLeavesEndsWatch() throws Exception {
        List<String> shell = List.of("bash", "-c", "\"$@\" | head -n 3", "takt");
        try (TaktProcess watch =
                TaktProcess.start(directory, shell, "watch", plc.endpointUri(), "MAIN.nCycle", "--json")) {
            assertThat(watch.code()).as(watch.err()).isEqualTo(ExitCode.GOOD);
            assertThat(watch.out()).hasLineCount(3);
        }
    }

    /** A pipe that is not read is full after a while, and then each write waits for ever. */
    @Test
    void aReaderWhoDoesNotReadDoesNotHoldUpTheEnd() throws Exception {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {browse: plc, match: "**", scan: poll}
                """ + DeploymentText.ALL_TO_CONSOLE);
        List<String> unread = List.of("bash", "-c", "exec 3> >(exec sleep 600); \"$@\" >&3", "takt");
        try (TaktProcess run = TaktProcess.start(directory, unread, "run", file.toString(), "--seconds", "5")) {
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).contains("the output is not read").containsPattern("all.console: received \\d+");
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file);
    }
}
