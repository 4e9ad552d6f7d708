package io.taktstrom.connect;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.ServerProcess;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.storage.Converter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Apicurio Registry with the rule BACKWARD for all schemas, and its converters in a worker; {@code ./takt test registry} runs it, with
 * the folder of both in {@code TAKT_REGISTRY}.
 */
class RegistrySuite {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern LISTENS = Pattern.compile("Listening on: (http://127\\.0\\.0\\.1:\\d+)");
    private static final Pattern ENDED = Pattern.compile(
            "task-thread-changed.*all\\.connect: received \\d+ = published (\\d+) \\+ buffered 0 \\+ dropped (\\d+), closed (\\d+)");
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String CONVERTERS = "io.apicurio.registry.utils.converter.";
    private static final String COUNTER = """
            taskCycle: 10ms
            symbols:
              MAIN.counter: {type: UDINT, waveform: counter}
              MAIN.force: {type: LREAL, value: 2.5}
            """;

    @TempDir
    private static Path folder;

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static String url;
    private static ServerProcess registry;
    private static KafkaBroker broker;
    private static ConnectWorker worker;
    private static Path converters;

    @BeforeAll
    static void start() throws Exception {
        Path peers = Path.of(Objects.requireNonNull(System.getenv("TAKT_REGISTRY"), "TAKT_REGISTRY"));
        Path log = Files.createFile(folder.resolve("registry.log"));
        Path runner;
        try (var jars = Files.newDirectoryStream(peers.resolve("server"), "*-runner.jar")) {
            runner = jars.iterator().next();
        }
        registry = ServerProcess.start(
                "Apicurio Registry",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx384m",
                        "-Dquarkus.http.host=127.0.0.1",
                        "-Dquarkus.http.port=0",
                        "-jar",
                        runner.toString()),
                log,
                () -> LISTENS.matcher(Files.readString(log)).find());
        Matcher listens = LISTENS.matcher(Files.readString(log));
        assertThat(listens.find()).isTrue();
        url = listens.group(1) + "/apis/registry/v2";
        assertThat(registry("POST", "/admin/rules", "{\"type\": \"COMPATIBILITY\", \"config\": \"BACKWARD\"}")
                        .statusCode())
                .isEqualTo(204);
        converters = peers.resolve("plugins").resolve("apicurio");
        broker = KafkaBroker.start();
        worker = new ConnectWorker(broker.directAddress(), 1)
                .with("plugin.path", System.getProperty("takt.connect.plugin") + "," + peers.resolve("plugins"))
                .with("plugin.discovery", "hybrid_warn")
                .start();
    }

    @AfterAll
    static void end() throws IOException {
        for (AutoCloseable each : new AutoCloseable[] {worker, broker, registry}) {
            try {
                if (each != null) {
                    each.close();
                }
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }

    /** A converter as a reader has it. */
    private static Converter converter(String name) throws Exception {
        List<URL> urls = new ArrayList<>();
        try (var files = Files.newDirectoryStream(converters)) {
            for (Path jar : files) {
                urls.add(jar.toUri().toURL());
            }
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), before);
        // As a worker does it: a configuration names classes.
        thread.setContextClassLoader(loader);
        try {
            Converter converter = Class.forName(CONVERTERS + name, true, loader)
                    .asSubclass(Converter.class)
                    .getConstructor()
                    .newInstance();
            converter.configure(new HashMap<>(Map.of("apicurio.registry.url", url)), false);
            return converter;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static HttpResponse<String> registry(String method, String path, String body) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** How many versions of its schema a subject has. */
    private static int versions(String group, String subject) throws Exception {
        String path = "/groups/" + group + "/artifacts/" + subject + "/versions";
        return JSON.readTree(registry("GET", path, "").body()).get("count").asInt();
    }

    private static AdsSimulator plc(HeldPort port, String model) throws IOException {
        return AdsSimulator.builder()
                .model(AdsModel.parse(model))
                .bindPort(port.number())
                .start();
    }

    /** A connector of one PLC, whose points have no declared types. */
    private static Map<String, String> configuration(String topic, HeldPort port, Map<String, String> more) {
        String deployment = """
                connections:
                  press: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1, amsPort: 851, heartbeatInterval: 200ms}
                points:
                  - {id: press.counter, on: press, address: MAIN.counter}
                  - {id: press.force, on: press, address: MAIN.force}
                scanClasses:
                  default: {mode: poll, every: 100ms}
                streams:
                  - {id: all, from: "**", to: topics, ring: {capacity: 65536}}
                sinks:
                  topics: {type: connect}
                """.formatted(port.number());
        Map<String, String> configuration = new HashMap<>(Map.of(
                "connector.class",
                "TaktstromSourceConnector",
                "topic",
                topic,
                "deployment",
                deployment,
                "value.converter",
                CONVERTERS + "AvroConverter",
                "value.converter.apicurio.registry.url",
                url,
                "value.converter.apicurio.registry.auto-register",
                "true"));
        configuration.putAll(more);
        return configuration;
    }

    /** What the topic has, read by the same converter. */
    private static List<Struct> records(String topic, Converter reader) {
        List<Struct> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.directAddress(), "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            Set<TopicPartition> all = Set.of(new TopicPartition(topic, 0));
            consumer.assign(all);
            long end = consumer.endOffsets(all).values().iterator().next();
            while (records.size() < end) {
                consumer.poll(Duration.ofSeconds(1))
                        .forEach(record ->
                                records.add((Struct) reader.toConnectData(topic, record.headers(), record.value())
                                        .value()));
            }
        }
        return records;
    }

    private static void awaitMore(String topic, Converter reader, int more) {
        int before = records(topic, reader).size();
        await().atMost(LIMIT).until(() -> records(topic, reader).size() >= before + more);
    }

    /** The device is away, and the topic has it. */
    private static void awaitBad(String topic, Converter reader) {
        await().atMost(LIMIT).until(() -> {
            List<Struct> records = records(topic, reader);
            return !records.isEmpty()
                    && records.get(records.size() - 1).toString().contains("Bad");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "one, typed, AvroConverter, serde.avro.strategy.RecordIdStrategy, io.taktstrom.sample, LREAL, 1",
        "two, typed, AvroConverter, serde.avro.strategy.TopicRecordIdStrategy, io.taktstrom.sample, two-LREAL, 1",
        "three, uniform, AvroConverter, serde.strategy.TopicIdStrategy, default, three-value, 1",
        "four, wide, AvroConverter, serde.strategy.TopicIdStrategy, default, four-value, 2"
    })
    void eachLayoutIsRegisteredAndGoesOnWhileTheDeviceIsAwayAndBack(
            String topic,
            String layout,
            String converter,
            String strategy,
            String group,
            String subject,
            int versionsWithAndWithoutDevice)
            throws Exception {
        Converter reader = converter(converter);
        broker.createTopic(topic, 1, Map.of());
        try (HeldPort port = new HeldPort()) {
            worker.put(
                    "/connectors/" + topic + "/config",
                    configuration(
                            topic,
                            port,
                            Map.of(
                                    "layout",
                                    layout,
                                    "value.converter",
                                    CONVERTERS + converter,
                                    "value.converter.apicurio.registry.artifact-resolver-strategy",
                                    "io.apicurio.registry." + strategy)));
            awaitBad(topic, reader);
            for (int time = 0; time < 2; time++) {
                try (AdsSimulator plc = plc(port, COUNTER)) {
                    await().atMost(LIMIT).until(() -> plc.openConnections() == 1);
                    awaitMore(topic, reader, 20);
                }
                awaitBad(topic, reader);
            }
            assertThat(versions(group, subject)).isEqualTo(versionsWithAndWithoutDevice);
            assertThat(records(topic, reader).toString()).contains("2.5");
            assertThat(worker.states(topic)).containsOnly("RUNNING");
            worker.delete("/connectors/" + topic);
        }
    }

    @Test
    void aChangeThatIsNotCompatibleIsRefused() throws Exception {
        String topic = "changed";
        Converter reader = converter("AvroConverter");
        broker.createTopic(topic, 1, Map.of());
        try (HeldPort port = new HeldPort()) {
            try (AdsSimulator plc = plc(port, COUNTER)) {
                assertThat(plc.connections()).isZero();
                worker.put("/connectors/changed/config", configuration(topic, port, Map.of("layout", "wide")));
                awaitMore(topic, reader, 20);
            }
            try (AdsSimulator plc =
                    plc(port, COUNTER.replace("{type: LREAL, value: 2.5}", "{type: STRING(20), value: much}"))) {
                await().atMost(LIMIT).until(() -> plc.connections() > 0);
                await().atMost(LIMIT).until(() -> worker.states("changed").contains("FAILED"));
            }
            JsonNode task =
                    worker.get("/connectors/changed/status").get("tasks").get(0);
            assertThat(task.get("trace").asString())
                    .contains("RuleViolationException", "Incompatible artifact: changed-value", "DOUBLE");
            assertThat(versions("default", "changed-value")).isEqualTo(1);
            assertThat(records(topic, reader).toString()).doesNotContain("much");
            await().atMost(LIMIT).until(() -> ENDED.matcher(worker.said()).find());
            Matcher ended = ENDED.matcher(worker.said());
            assertThat(ended.find()).isTrue();
            assertThat(ended.group(1))
                    .isEqualTo(Integer.toString(records(topic, reader).stream()
                            .mapToInt(record ->
                                    record.getStruct("values").schema().fields().size())
                            .sum()));
            assertThat(ended.group(2)).as("dropped, all of them by the end").isEqualTo(ended.group(3));
            assertThat(worker.said()).contains("the connector's status says why");
            worker.delete("/connectors/changed");
        }
    }
}
