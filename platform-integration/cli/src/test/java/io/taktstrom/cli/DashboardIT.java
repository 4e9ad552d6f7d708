package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What stands in docs/monitoring and in docs/reference/metrics.md, of a deployment that has something of everything: answered by a
 * Prometheus that scrapes it, and found in what it serves.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardIT {

    private static final Path DOCS =
            Path.of("..", "..", "docs").toAbsolutePath().normalize();
    private static final Path MONITORING = DOCS.resolve("monitoring");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern METRICS = Pattern.compile("http://(127\\.0\\.0\\.1:\\d+)/");
    private static final Pattern VARIABLE = Pattern.compile("label_values\\((.*), (\\w+)\\)");
    private static final Pattern SERIES = Pattern.compile("(taktstrom_\\w+)(?:\\{(.*)})? .*");
    private static final JsonMapper JSON = new JsonMapper();

    private AdsSimulator plc;
    private AdsSimulator recorder;
    private S7Simulator cpu;
    private OpcUaSimulator server;
    private HttpsServer receiver;
    private TaktProcess run;
    private String target;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        plc = AdsSimulator.builder().model(AdsModel.demo()).start();
        recorder = AdsSimulator.builder()
                .model(AdsModel.parse(Files.readString(DOCS.resolve("examples/simulator/block-plc.yaml"))))
                .start();
        cpu = S7Simulator.builder()
                .model(io.taktstrom.s7.simulator.model.S7Model.parse(
                        "points: {step: {address: \"MW20:INT\", waveform: counter}}"))
                .start();
        Path certificates = directory.resolve("certificates");
        server = OpcUaSimulator.builder()
                .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse(
                        "namespace: urn:plant\npoints: {speed: {type: Int32, waveform: counter}}"))
                .certificates(certificates)
                .offerNone(false)
                .start();
        trust(certificates, directory.resolve("pki"));
        TestCertificate keys = TestCertificate.create(directory, "line", "CN=localhost");
        receiver = receiver(keys);
        Path file = Files.writeString(directory.resolve("plant.yaml"), """
                connections:
                  plc: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                  recorder: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                  cpu: {type: s7, host: 127.0.0.1, port: %d}
                  server: {type: opc.tcp, host: 127.0.0.1, port: %d, pki: pki, connectTimeout: 30s}
                scanClasses:
                  poll: {mode: poll, every: 20ms}
                  push: {mode: notify, cycle: 10ms}
                  ring: {mode: block, every: 100ms}
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                  - {id: plc.serial, on: plc, address: GVL.nSerial, scan: poll, deadband: 1}
                  - {id: plc.none, on: plc, address: MAIN.unknown, scan: push}
                  - {id: recorder.force, on: recorder, address: Sampling.ring.aForce, scan: ring}
                  - {id: cpu.step, on: cpu, address: "MW20:INT", scan: poll}
                  - {id: server.speed, on: server, address: "nsu=urn:plant;s=speed", scan: push}
                  - {browse: plc, match: "MAIN.nCycle", scan: push}
                streams:
                  - {id: all, from: ["plc.**", "cpu.**", "server.**"], to: [lines, web], ring: {onFull: spill, disk: 10MiB}}
                  - {id: wave, from: "recorder.**", to: [lines], ring: {capacity: 262144, onFull: dropOldest}}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                  web: {type: http, url: "https://localhost:%d/", ca: %s, certificate: %s, privateKey: %s}
                alarms:
                  away: {when: disconnected}
                """.formatted(
                        plc.port(),
                        recorder.port(),
                        URI.create(cpu.endpointUri()).getPort(),
                        URI.create(server.url()).getPort(),
                        receiver.getAddress().getPort(),
                        keys.ca(),
                        keys.certificate(),
                        keys.key()));
        run = TaktProcess.start(directory, "run", file.toString(), "--metrics", "127.0.0.1:0");
        await().atMost(LIMIT).until(() -> METRICS.matcher(run.err()).find());
        Matcher found = METRICS.matcher(run.err());
        assertThat(found.find()).isTrue();
        target = found.group(1);
    }

    /** By the authority that has made the server's certificate. */
    private static void trust(Path certificates, Path pki) throws IOException {
        Files.createDirectories(pki.resolve("trusted"));
        Files.createDirectories(pki.resolve("crl"));
        Files.copy(certificates.resolve("ca.der"), pki.resolve("trusted").resolve("ca.der"));
        Files.copy(certificates.resolve("ca.crl"), pki.resolve("crl").resolve("ca.crl"));
    }

    private static HttpsServer receiver(TestCertificate keys) throws IOException, GeneralSecurityException {
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys.own(), TestCertificate.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    @AfterAll
    void stop() {
        if (run != null) {
            run.close();
        }
        if (receiver != null) {
            receiver.stop(0);
        }
        if (server != null) {
            server.close();
        }
        if (cpu != null) {
            cpu.close();
        }
        if (recorder != null) {
            recorder.close();
        }
        if (plc != null) {
            plc.close();
        }
    }

    private static JsonNode dashboard() throws IOException {
        return JSON.readTree(Files.readString(MONITORING.resolve("taktstrom-dashboard.json")));
    }

    /** The expressions of all panels, as Grafana would ask them with all instances and connections chosen. */
    private static List<String> expressions() throws IOException {
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : dashboard().get("panels")) {
            for (JsonNode each : panel.path("targets")) {
                expressions.add(each.get("expr")
                        .stringValue()
                        .replace("$__rate_interval", "30s")
                        .replace("$instance", ".*")
                        .replace("$connection", ".*"));
            }
        }
        return expressions;
    }

    /** The alerts that fire, or will when it lasts. */
    private static List<String> raised(Prometheus prometheus) throws IOException, InterruptedException {
        return prometheus.rules().stream()
                .filter(rule -> !rule.get("state").stringValue().equals("inactive"))
                .map(rule -> rule.get("name").stringValue())
                .toList();
    }

    @Test
    void everyQueryOfTheDashboardAndEveryAlertHasAnAnswer() throws Exception {
        try (Prometheus prometheus = Prometheus.scraping(target, MONITORING.resolve("taktstrom-alerts.yaml"))) {
            for (String expression : expressions()) {
                await(expression)
                        .atMost(LIMIT)
                        .until(() -> !prometheus.query(expression).isEmpty());
            }
            for (JsonNode variable : dashboard().at("/templating/list")) {
                Matcher values = VARIABLE.matcher(variable.path("definition").asString());
                if (values.matches()) {
                    String series = values.group(1).replace("$instance", ".*");
                    assertThat(prometheus.query("count by (" + values.group(2) + ") (" + series + ")"))
                            .as(series)
                            .isNotEmpty();
                }
            }
            await().atMost(LIMIT)
                    .until(() -> prometheus.rules().stream()
                            .allMatch(rule -> rule.get("health").stringValue().equals("ok")));
            // A point that is not there, and certificates of a test.
            await().atMost(LIMIT)
                    .until(() ->
                            raised(prometheus).containsAll(List.of("TaktstromPointsBad", "TaktstromCertificateEnds")));
        }
    }

    private String scrape() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + target + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Names and tags of what is served, and of what the page promises, as Prometheus writes them. */
    @Test
    void thePageOfMetricsAndAScrapeAgree() throws Exception {
        // What is known late: by the first answer of the receiver, the first status, the server's certificate.
        await().atMost(LIMIT)
                .until(() -> Pattern.compile("(?s)(?=.*connection_certificate_left_days.*\"peer\")"
                                + "(?=.*sink_certificate_left_days.*\"peer\")(?=.*status=\"Bad_)")
                        .matcher(scrape())
                        .find());
        Map<String, Set<String>> served = new LinkedHashMap<>();
        for (String line : scrape().lines().toList()) {
            Matcher series = SERIES.matcher(line);
            if (series.matches()) {
                String tags = series.group(2) == null ? "" : series.group(2);
                served.put(
                        series.group(1),
                        Arrays.stream(tags.split("\"[^\"]*\",?", -1))
                                .map(tag -> tag.replace("=", ""))
                                .filter(tag -> !tag.isEmpty())
                                .collect(Collectors.toCollection(TreeSet::new)));
            }
        }
        served.remove("taktstrom_build");
        Map<String, Set<String>> promised = new LinkedHashMap<>();
        for (String line : Files.readAllLines(DOCS.resolve("reference/metrics.md"))) {
            // This deployment has no commands, no receiver of alarms and no lease.
            if (line.matches("\\| `taktstrom\\.(?!commands`|receiver\\.|standby\\.).*")) {
                String[] cells = line.split(" *\\| *", -1);
                promised.put(
                        prometheusName(cells[1].replace("`", ""), cells[2], cells[3]),
                        Arrays.stream(cells[4].split(", ", -1))
                                .map(tag -> tag.replace("`", ""))
                                .filter(tag -> !tag.isEmpty())
                                .collect(Collectors.toCollection(TreeSet::new)));
            }
        }
        assertThat(served).containsExactlyInAnyOrderEntriesOf(promised);
    }

    private static String prometheusName(String name, String type, String unit) {
        boolean counts = type.equals("counter");
        String convened = new PrometheusNamingConvention()
                .name(name, counts ? Meter.Type.COUNTER : Meter.Type.GAUGE, unit.isEmpty() ? null : unit);
        return counts && !convened.endsWith("_total") ? convened + "_total" : convened;
    }

    @Test
    void callsAreTimedAndRoundTripsCountedOfEachProtocol() throws Exception {
        for (String connection : List.of("plc", "recorder", "cpu", "server")) {
            String tag = "connection=\"" + connection + "\"";
            Pattern trips = Pattern.compile("(?m)^taktstrom_round_trips_requests_total\\{" + tag + "} [1-9]");
            Pattern times = Pattern.compile("(?m)^taktstrom_request_duration_seconds\\{" + tag
                    + ",operation=\"resolve\",quantile=\"1\"} (?!0\\.0$)");
            await(connection)
                    .atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(scrape()).containsPattern(trips).containsPattern(times));
        }
    }
}
