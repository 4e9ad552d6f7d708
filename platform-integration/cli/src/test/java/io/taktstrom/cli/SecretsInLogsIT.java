package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpServer;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.testkit.mqtt.Mosquitto;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The log of {@code takt run} at its finest level, its metrics and health, and what other commands show of its file, where each peer is
 * there and gets the secret. Databases, Kafka and RabbitMQ stand
 * beside their examples, in {@link DatabaseExamplesIT} and {@link BrokerExamplesIT}; peers that are away in {@link AlarmsRunIT}.
 */
class SecretsInLogsIT {

    /** A CPU takes eight characters. */
    private static final String OF_CPU = "Cpu$7wd!";

    private static final String OF_UA = "ua-open-sesame-5f3a";
    private static final String OF_BROKER = "broker-open-sesame-77c1";
    private static final String OF_WEB = "web-open-sesame-90ab";
    private static final String TOKEN = "token-open-sesame-c0de";

    @TempDir
    private Path directory;

    private HttpServer web;
    /** What came in the header Authorization. */
    private final Set<String> authorized = ConcurrentHashMap.newKeySet();

    private final List<String> bodies = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws IOException {
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            authorized.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        web.start();
    }

    @AfterEach
    void stop() {
        web.stop(0);
    }

    private static S7Simulator cpu() throws IOException {
        return S7Simulator.builder()
                .model(S7Model.parse("points: {step: {address: \"MW20:INT\", waveform: counter}}"))
                .access(new CpuAccess(true, CpuAccess.Protection.READ_AND_WRITE, OF_CPU))
                .start();
    }

    private static OpcUaSimulator server() throws IOException {
        return OpcUaSimulator.builder()
                .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse("""
                        namespace: urn:plant
                        points: {speed: {type: Int32, waveform: counter}}
                        users: {line4: %s}
                        """.formatted(OF_UA)))
                .start();
    }

    /** What someone who monitors it is answered. */
    private static String get(Running run, String path) throws Exception {
        Matcher address = Pattern.compile("metrics at (http://127\\.0\\.0\\.1:\\d+)/metrics")
                .matcher(run.err());
        assertThat(address.find()).as(run.err()).isTrue();
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address.group(1) + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void secretsReachTheirReceiversAndNothingElse() throws Exception {
        ShownSecret.file(directory, "cpu", OF_CPU);
        ShownSecret.file(directory, "ua", OF_UA);
        ShownSecret.file(directory, "broker", OF_BROKER);
        ShownSecret.file(directory, "web", OF_WEB);
        ShownSecret.file(directory, "token", TOKEN);
        try (S7Simulator cpu = cpu();
                OpcUaSimulator server = server();
                Mosquitto broker = Mosquitto.start()) {
            Path file = Files.writeString(directory.resolve("plant.yaml"), """
                    connections:
                      cpu: {type: s7, host: 127.0.0.1, port: %d, password: "${file:cpu}"}
                      ua: {type: opc.tcp, host: 127.0.0.1, port: %d, security: none, insecure: true, user: line4, password: "${file:ua}"}
                    scanClasses:
                      poll: {mode: poll, every: 100ms}
                    points:
                      - {id: cpu.step, on: cpu, address: "MW20:INT", scan: poll}
                      - {id: ua.speed, on: ua, address: "nsu=urn:plant;s=speed", scan: poll}
                    streams:
                      - {id: all, from: "**", to: [mqtt, basic, bearer, influx]}
                    sinks:
                      mqtt: {type: mqtt, url: "mqtt://127.0.0.1:%d", user: takt, password: "${file:broker}", topic: a}
                      basic: {type: http, url: "http://127.0.0.1:%4$d/a", user: takt, password: "${file:web}"}
                      bearer: {type: http, url: "http://127.0.0.1:%4$d/b", token: "${file:token}"}
                      influx: {type: influxdb, url: "http://127.0.0.1:%4$d", database: a, token: "${file:token}"}
                    metrics:
                      otlp: {url: "http://127.0.0.1:%4$d/v1/metrics", every: 1s, headers: {Authorization: "${file:web}"}}
                    """.formatted(
                            URI.create(cpu.endpointUri()).getPort(),
                            URI.create(server.url()).getPort(),
                            broker.address().getPort(),
                            web.getAddress().getPort()));
            String told;
            Ran ran;
            try (Running run =
                    Running.takt("run", file.toString(), "--log-level", "trace", "--metrics", "127.0.0.1:0")) {
                run.await(() -> authorized.size() == 4
                        && bodies.stream().anyMatch(body -> body.contains("cpu.step"))
                        && bodies.stream().anyMatch(body -> body.contains("ua.speed"))
                        && Files.readString(broker.folder().resolve("log")).contains("u'takt'"));
                told = get(run, "/metrics") + get(run, "/health");
                ran = run.end();
            }
            assertThat(told).contains("taktstrom_sink_backlog", "\"sinks\"");
            String explained = Ran.takt("explain", file.toString()).out()
                    + Ran.takt("validate", file.toString()).out()
                    + Ran.takt("run", file.toString(), "--dry").out();
            assertThat(ran.err()).contains("DEBUG org.eclipse.milo", "DEBUG jdk.internal.httpclient");
            String basic = Base64.getEncoder().encodeToString(("takt:" + OF_WEB).getBytes(StandardCharsets.UTF_8));
            assertThat(authorized).contains("Basic " + basic, "Bearer " + TOKEN, "Token " + TOKEN, OF_WEB);
            for (String secret : new String[] {OF_CPU, OF_UA, OF_BROKER, OF_WEB, TOKEN}) {
                ShownSecret.assertNotIn(ran.out() + ran.err() + told + explained, secret);
            }
        }
    }
}
