package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@code takt run --metrics} serves; what Prometheus makes of it has {@link DashboardIT}. */
class MonitoringIT {

    private static final Pattern METRICS = Pattern.compile("http://(127\\.0\\.0\\.1:\\d+)/");

    @TempDir
    Path directory;

    private AdsSimulator plc;
    private Running run;
    private String target;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.demo()).start();
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                  - {id: plc.serial, on: plc, address: GVL.nSerial, scan: poll, deadband: 1}
                  - {id: plc.none, on: plc, address: MAIN.unknown, scan: push}
                streams:
                  - {id: all, from: "**", to: [lines], ring: {onFull: spill, disk: 10MiB}}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                """);
        run = Running.takt("run", file.toString(), "--metrics", "127.0.0.1:0");
        run.await(() -> METRICS.matcher(run.err()).find());
        Matcher found = METRICS.matcher(run.err());
        assertThat(found.find()).isTrue();
        target = found.group(1);
    }

    @AfterEach
    void stop() {
        run.close();
        plc.close();
    }

    private HttpResponse<String> scrape() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + target + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void eachMetricSaysWhatItIsAndNoneNamesAPoint() throws Exception {
        run.await(() -> scrape().body().contains("status=\"Bad_"));
        String page = scrape().body();
        Set<String> names = page.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toSet());
        assertThat(names).contains("taktstrom_build", "taktstrom_scan_age_seconds", "process_cpu_usage");
        assertThat(names)
                .filteredOn(name -> name.startsWith("taktstrom_"))
                .hasSizeGreaterThan(30)
                .allSatisfy(name -> assertThat(page)
                        .containsPattern("# HELP " + name + " .")
                        .containsPattern("# TYPE " + name + " (counter|gauge)"));
        assertThat(page).doesNotContain("plc.cycle", "plc.serial", "MAIN.nCycle");
    }

    @Test
    void aBrowserThatWasLedHereByAnotherNameIsRefused() throws IOException {
        URI uri = URI.create("http://" + target);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 421 ")
                    .doesNotContain("taktstrom_");
        }
    }

    @Test
    void aScrapeInTheMiddleOfAStopIsWholeOrRefused() throws Exception {
        run.await(() -> scrape().statusCode() == 200);
        run.interrupt();
        int whole = 0;
        try {
            while (true) {
                // The client checks the length.
                HttpResponse<String> page = scrape();
                assertThat(page.body()).endsWith("\n");
                whole++;
            }
        } catch (IOException e) {
            // It has ended.
        }
        assertThat(run.end().code())
                .as("after " + whole + " scrapes: " + run.err())
                .isEqualTo(ExitCode.GOOD);
    }

    @Test
    void aPortThatIsTakenIsSaid() throws IOException {
        Path file = directory.resolve("plant.yaml");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ran ran = Ran.takt("run", file.toString(), "--metrics", "127.0.0.1:" + taken.getLocalPort())
                    .expect(ExitCode.FAILED);
            assertThat(ran.err())
                    .contains("cannot serve metrics on 127.0.0.1:" + taken.getLocalPort() + ": ")
                    .contains("choose another port");
        }
    }
}
