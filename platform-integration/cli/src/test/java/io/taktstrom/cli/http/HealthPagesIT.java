package io.taktstrom.cli.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.kit.http.HostNames;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.Providers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class HealthPagesIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path directory;

    private Deployment deployment(AdsSimulator plc, String address) {
        DeploymentResult result =
                DeploymentLoader.standard().read(directory.resolve("plant.yaml"), """
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
        return MetricsServer.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HostNames.LOCAL, notice -> {});
    }

    private static HttpResponse<String> get(MetricsServer server, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).timeout(LIMIT).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static int code(MetricsServer server, String path) throws Exception {
        return get(server, path).statusCode();
    }

    @Test
    void allPagesAreGoodWhileDataFlows() throws Exception {
        try (AdsSimulator plc =
                        AdsSimulator.builder().model(SimulatorModel.demo()).start();
                MetricsServer server = bind();
                RunningDeployment running = start(deployment(plc, "MAIN.nCycle"), server)) {
            await().atMost(LIMIT).until(() -> code(server, "/health") == 200);
            assertThat(running.isAlive()).isTrue();
            assertThat(code(server, "/health/ready")).isEqualTo(200);
            assertThat(code(server, "/health/live")).isEqualTo(200);
            assertThat(code(server, "/health/none")).isEqualTo(404);
            JsonNode health = JSON.readTree(get(server, "/health").body());
            assertThat(health.get("status").stringValue()).isEqualTo("UP");
            assertThat(health.at("/connections/plc/good").asInt()).isEqualTo(1);
            assertThat(health.at("/connections/plc/scanClasses/push/status").stringValue())
                    .isEqualTo("UP");
            assertThat(health.at("/sinks/lines/status").stringValue()).isEqualTo("UP");
            assertThat(health.at("/alarms/blind/active").asBoolean()).isFalse();
            assertThat(get(server, "/metrics").body())
                    .contains("taktstrom_alarm_active{alarm=\"blind\",severity=\"warning\"} 0");
        }
    }

    @Test
    void aDeviceThatIsThereWithNothingButBadPointsIsReadyAndAliveButNotUp() throws Exception {
        try (AdsSimulator plc =
                        AdsSimulator.builder().model(SimulatorModel.demo()).start();
                MetricsServer server = bind();
                RunningDeployment running = start(deployment(plc, "MAIN.gone"), server)) {
            await().atMost(LIMIT).until(() -> get(server, "/health").body().contains("none of its 1 points is Good"));
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
        }
    }

    @Test
    void whoAsksInTheMiddleOfAStopIsAnswered() throws Exception {
        try (AdsSimulator plc =
                        AdsSimulator.builder().model(SimulatorModel.demo()).start();
                MetricsServer server = bind()) {
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
