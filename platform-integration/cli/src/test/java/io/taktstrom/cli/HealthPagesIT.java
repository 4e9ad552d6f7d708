package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.cli.monitoring.MetricsServer;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.terminal.PrintableText;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.http.HostNames;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.source.ConnectionState;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class HealthPagesIT extends DemoPlant {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = new JsonMapper();

    private Deployment deployment(AdsSimulator plc, String address) {
        return deployment("""
                connections:
                  plc: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                scanClasses:
                  push: {mode: notify, cycle: 10ms}
                points:
                  - {id: plc.value, on: plc, address: "%s", scan: push}
                streams:
                  - {id: all, from: "**", to: lines}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                alarms:
                  blind: {when: bad, points: plc.value}
                """.formatted(plc.port(), address));
    }

    private Deployment deployment(String text) {
        DeploymentResult result = DeploymentLoader.standard().read(directory.resolve("plant.yaml"), text);
        assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result).deployment();
    }

    private static RunningDeployment start(Deployment deployment, MetricsServer server) throws IOException {
        RunningDeployment running = RunningDeployment.start(
                deployment,
                new RunContext(EpochNanoClock.system(), Providers.ofClassPath(), notice -> {}, server.registry()));
        server.start(running);
        return running;
    }

    private static MetricsServer bind() throws IOException {
        return MetricsServer.bind(HostPort.local(0), HostNames.LOCAL, notice -> {});
    }

    private static HttpResponse<String> get(MetricsServer server, String path) throws Exception {
        return as("*/*", server, path);
    }

    private static HttpResponse<String> as(String type, MetricsServer server, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .header("Accept", type)
                                .timeout(LIMIT)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static int code(MetricsServer server, String path) throws Exception {
        return get(server, path).statusCode();
    }

    /** What {@code takt health} says of it. */
    private static Ran asked(MetricsServer server, String path, String... options) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("health", "127.0.0.1:" + server.address().getPort() + path));
        words.addAll(List.of(options));
        return Ran.takt(words.toArray(String[]::new));
    }

    @Test
    void allPagesAreGoodWhileDataFlows() throws Exception {
        try (MetricsServer server = bind();
                RunningDeployment running = start(deployment(plc, "MAIN.nCycle"), server)) {
            await().atMost(LIMIT).until(() -> code(server, "/health") == 200);
            assertThat(running.isAlive()).isTrue();
            assertThat(code(server, "/health/ready")).isEqualTo(200);
            assertThat(code(server, "/health/live")).isEqualTo(200);
            assertThat(get(server, "/health/none"))
                    .matches(none -> none.statusCode() == 404)
                    .matches(none -> none.body().contains("/health/ready"));
            JsonNode health = JSON.readTree(get(server, "/health").body());
            assertThat(health.get("status").stringValue()).isEqualTo("UP");
            assertThat(health.at("/connections/plc/good").asInt()).isEqualTo(1);
            assertThat(health.at("/connections/plc/scanClasses/push/status").stringValue())
                    .isEqualTo("UP");
            assertThat(health.at("/sinks/lines/status").stringValue()).isEqualTo("UP");
            assertThat(health.at("/alarms/blind/active").asBoolean()).isFalse();
            assertThat(get(server, "/metrics").body())
                    .contains("taktstrom_alarm_active{alarm=\"blind\",severity=\"warning\"} 0");
            HttpResponse<String> open =
                    as("application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3", server, "/metrics");
            assertThat(open.headers().firstValue("Content-Type"))
                    .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(open.body())
                    .contains("taktstrom_stream_received_samples_total{stream=\"all.lines\"} ")
                    .endsWith("# EOF\n");
            Ran ran = asked(server, "");
            assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCode.GOOD);
            assertThat(ran.lines().get(0)).startsWith("UP at ");
            assertThat(ran.out())
                    .contains("connection plc", "connected since ", "1 of 1 point Good", "scan plc/push")
                    .contains("stream all.lines", " 0 dropped", "sink lines")
                    .doesNotContain("SEVERITY");
            Ran json = asked(server, "", "--json");
            assertThat(json.code()).isEqualTo(ExitCode.GOOD);
            assertThat(json.lines()).hasSize(1);
            assertThat(JSON.readTree(json.out()).at("/connections/plc/good").asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void aDeviceThatIsThereWithNothingButBadPointsIsReadyAndAliveButNotUp() throws Exception {
        try (MetricsServer server = bind();
                RunningDeployment running = start(deployment(plc, "MAIN.gone"), server)) {
            await().atMost(LIMIT).until(() -> get(server, "/health").body().contains("its point is not Good"));
            assertThat(running.health().facts().isReady()).isTrue();
            HttpResponse<String> health = get(server, "/health");
            assertThat(health.statusCode()).isEqualTo(503);
            JsonNode tree = JSON.readTree(health.body());
            assertThat(tree.get("status").stringValue()).isEqualTo("DOWN");
            assertThat(tree.at("/reasons/0/code").stringValue()).isEqualTo("noGoodPoint");
            assertThat(code(server, "/health/ready")).isEqualTo(200);
            assertThat(code(server, "/health/live")).isEqualTo(200);
            await().atMost(LIMIT)
                    .until(() -> get(server, "/metrics")
                            .body()
                            .contains("taktstrom_alarm_active{alarm=\"blind\",severity=\"warning\"} 1"));
            Ran ran = asked(server, "");
            assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCode.FAILED);
            assertThat(ran.lines().get(0)).startsWith("DOWN at ");
            assertThat(ran.out())
                    .contains("noGoodPoint: ", "its point is not Good", "alarm blind", "0 of 1 point Good");
            assertThat(asked(server, "/health/ready"))
                    .matches(ready -> ready.code() == ExitCode.GOOD)
                    .matches(ready -> ready.out().startsWith("UP\n"));
        }
    }

    @Test
    void whatAHostileDeviceSaysIsTextInTheReportAndNowhereInTheMetrics() throws Exception {
        Deployment deployment = deployment("""
                connections:
                  there: {type: hostile, host: plc}
                  away: {type: hostile, host: plc, fail: connect}
                scanClasses:
                  poll: {mode: poll, every: 20ms}
                points:
                  - {id: "p\\u009bq<script>", on: there, address: "x\\u009b", scan: poll}
                  - {id: away.value, on: away, address: a, scan: poll}
                """ + DeploymentText.ALL_TO_LINES);
        try (MetricsServer server = bind();
                RunningDeployment running = start(deployment, server)) {
            await().atMost(LIMIT).until(() -> get(server, "/health").body().contains(HostileProvider.LIE));
            await().atMost(LIMIT)
                    .until(() -> running.connections().stream()
                            .anyMatch(one -> one.managed().state() == ConnectionState.CONNECTED));
            PrintableText.assertPrintable(get(server, "/health").body());
            HttpResponse<String> metrics = get(server, "/metrics");
            PrintableText.assertPrintable(metrics.body());
            assertThat(metrics.body())
                    .contains("connection=\"there\"", "connection=\"away\"")
                    .doesNotContain(HostileProvider.LIE, "script");
            assertThat(metrics.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        }
    }

    @Test
    void whoAsksInTheMiddleOfAStopIsAnswered() throws Exception {
        try (MetricsServer server = bind()) {
            RunningDeployment running = start(deployment(plc, "MAIN.nCycle"), server);
            await().atMost(LIMIT).until(() -> code(server, "/health") == 200);
            running.close();
            assertThat(code(server, "/health")).isEqualTo(503);
            assertThat(get(server, "/health/ready").body()).contains("\"status\":\"DOWN\"", "stopping");
            assertThat(code(server, "/health/live")).isEqualTo(200);
            assertThat(code(server, "/metrics")).isEqualTo(200);
        }
    }
}
