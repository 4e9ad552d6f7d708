package io.taktstrom.connect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.connect.TopicReader.Read;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The plug-in in a worker of its own, with one broker and simulated PLCs; each sample is there once (exactly-once source support). */
class ConnectIT {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** Of a command: until the worker has taken it, on a slow machine. */
    private static final Duration LIFE = Duration.ofMinutes(4);

    private static final String SOURCE = "TaktstromSourceConnector";
    private static final String SINK = "TaktstromSinkConnector";

    private static KafkaBroker broker;
    private static ConnectWorker worker;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        broker = KafkaBroker.start();
        worker = new ConnectWorker(broker.directAddress(), 1)
                .with("exactly.once.source.support", "enabled")
                .with("config.providers", "file")
                .with("config.providers.file.class", "org.apache.kafka.common.config.provider.FileConfigProvider")
                .start();
    }

    @AfterAll
    static void end() throws IOException {
        if (worker != null) {
            worker.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    private static void awaitRunning(String connector, int tasks) {
        await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> {
            List<String> states = worker.states(connector);
            assertThat(states).hasSize(tasks + 1).containsOnly("RUNNING");
        });
    }

    @Test
    void aWrongConfigurationIsAnsweredAtItsField() throws IOException {
        JsonNode answer = worker.put(
                "/connector-plugins/" + SOURCE + "/config/validate",
                Map.of(
                        "name", "wrong",
                        "connector.class", SOURCE,
                        "tasks.max", "1",
                        "topic", "machine.{conection}",
                        "headers", "perhaps",
                        "deployment", "connections:\n  press1: {type: adz, host: 10.0.0.5}\n"));
        Map<String, String> errors = new HashMap<>();
        answer.get("configs").forEach(config -> {
            JsonNode value = config.get("value");
            if (!value.get("errors").isEmpty()) {
                errors.put(value.get("name").asString(), value.get("errors").toString());
            }
        });
        assertThat(errors).containsOnlyKeys("topic", "headers", "deployment");
        assertThat(errors.get("topic"))
                .contains("unknown placeholder {conection}")
                .contains("connection");
        assertThat(errors.get("headers")).contains("is not true or false");
        assertThat(errors.get("deployment")).contains("deployment.yaml:2:").contains("adz");
        assertThat(answer.get("groups").toString()).contains("\"Deployment\"", "\"Records\"");
        JsonNode layout = StreamSupport.stream(answer.get("configs").spliterator(), false)
                .filter(config ->
                        config.get("definition").get("name").asString().equals("layout"))
                .findFirst()
                .orElseThrow();
        assertThat(layout.get("definition").toString())
                .contains(
                        "\"group\":\"Records\"",
                        "\"display_name\":\"Layout\"",
                        "\"width\":\"SHORT\"",
                        "\"importance\":\"MEDIUM\"");
        assertThat(layout.get("value").get("recommended_values").toString())
                .isEqualTo("[\"typed\",\"uniform\",\"wide\"]");
    }

    @Test
    void samplesArrivePauseAndResumeKeepTheSessionAndARestartGoesOnCounting() throws Exception {
        broker.createTopic("machine", 1, Map.of());
        try (AdsSimulator first = CountingPlc.start();
                AdsSimulator second = CountingPlc.start();
                TopicReader topic = new TopicReader(broker.directAddress(), "machine")) {
            worker.put(
                    "/connectors/presses/config",
                    Map.of(
                            "connector.class",
                            SOURCE,
                            "tasks.max",
                            "2",
                            "topic",
                            "machine",
                            "deployment",
                            CountingPlc.deployment("{capacity: 65536}", first, second)));
            awaitRunning("presses", 2);
            topic.await(500);
            assertThat(topic.all()).extracting(Read::point).contains("press0.counter", "press1.counter");
            assertThat(topic.all().get(0).headers())
                    .containsEntry("type", "UDINT")
                    .containsEntry("stream", "all");

            worker.put("/connectors/presses/pause", Map.of());
            await().atMost(LIMIT).until(() -> !worker.states("presses").contains("RUNNING"));
            worker.put("/connectors/presses/resume", Map.of());
            awaitRunning("presses", 2);
            topic.await(topic.all().size() + 500);
            assertThat(first.connections()).as("sessions").isEqualTo(1);

            worker.post("/connectors/presses/restart?includeTasks=true");
            await().atMost(LIMIT).until(() -> runs(topic) == 4);
            topic.await(topic.all().size() + 500);
            assertGoesOn(topic, "press0.counter");
            assertGoesOn(topic, "press1.counter");

            worker.put("/connectors/presses/stop", Map.of());
            await().atMost(LIMIT).until(() -> first.openConnections() == 0);
            assertOffsetsCanBeSetAndReset("presses", topic);
            worker.delete("/connectors/presses");
        }
    }

    /** As Connect's interface has it: of a stopped connector. */
    private static void assertOffsetsCanBeSetAndReset(String connector, TopicReader topic) throws Exception {
        String offsets = "/connectors/" + connector + "/offsets";
        assertThat(worker.get(offsets).get("offsets").values())
                .extracting(offset -> offset.get("partition").toString())
                .containsExactlyInAnyOrder("{\"series\":\"press0/all\"}", "{\"series\":\"press1/all\"}");
        worker.patch(
                offsets,
                Map.of(
                        "offsets",
                        List.of(Map.of(
                                "partition",
                                Map.of("series", "press0/all"),
                                "offset",
                                Map.of("sequence", 1_000_000_000_000L, "run", 1)))));
        assertThat(worker.get(offsets).get("offsets").toString()).contains("1000000000000");
        worker.put("/connectors/" + connector + "/resume", Map.of());
        await().atMost(LIMIT)
                .until(() -> topic.of("press0.counter").anyMatch(read -> read.sequence() == 1_000_000_000_001L));
        worker.put("/connectors/" + connector + "/stop", Map.of());
        await().atMost(LIMIT).until(() -> worker.states(connector).equals(List.of("STOPPED")));
        worker.delete(offsets);
        assertThat(worker.get(offsets).get("offsets").values()).isEmpty();
        long before =
                topic.of("press0.counter").filter(read -> read.sequence() == 0).count();
        worker.put("/connectors/" + connector + "/resume", Map.of());
        await().atMost(LIMIT)
                .until(() -> topic.of("press0.counter")
                                .filter(read -> read.sequence() == 0)
                                .count()
                        > before);
    }

    /** Connect's own form of a schema, in each record: no registry. */
    @ParameterizedTest
    @CsvSource({
        "typed, io.taktstrom.sample.UDINT, INT64",
        "uniform, io.taktstrom.sample.any, STRUCT",
        "wide, io.taktstrom.points.all_press0, STRUCT"
    })
    void aRecordBringsItsSchemaAsJson(String layout, String schema, Schema.Type value) throws Exception {
        String topic = "schema-" + layout;
        broker.createTopic(topic, 1, Map.of());
        try (AdsSimulator plc = CountingPlc.start();
                JsonConverter reader = new JsonConverter();
                TopicReader records = new TopicReader(broker.directAddress(), topic)) {
            reader.configure(Map.of("schemas.enable", "true"), false);
            worker.put(
                    "/connectors/" + topic + "/config",
                    Map.of(
                            "connector.class",
                            SOURCE,
                            "topic",
                            topic,
                            "layout",
                            layout,
                            "value.converter",
                            JsonConverter.class.getName(),
                            "value.converter.schemas.enable",
                            "true",
                            "deployment",
                            CountingPlc.deployment("{capacity: 65536}", plc)));
            Read last = records.await(20).get(19);
            SchemaAndValue read =
                    reader.toConnectData(topic, last.value().toString().getBytes(StandardCharsets.UTF_8));
            assertThat(read.schema().name()).isEqualTo(schema);
            String field = layout.equals("wide") ? "values" : "value";
            assertThat(read.schema().field(field).schema().type()).isEqualTo(value);
            assertThat(((Struct) read.value()).get(field)).isNotNull();
            worker.delete("/connectors/" + topic);
        }
    }

    @Test
    void aChangedDeploymentFileIsNoticedAndAWrongOneLeavesTheTasks() throws Exception {
        Path file = folder.resolve("presses.yaml");
        broker.createTopic("files", 1, Map.of());
        try (AdsSimulator plc = CountingPlc.start();
                TopicReader topic = new TopicReader(broker.directAddress(), "files")) {
            String deployment = CountingPlc.deployment("{capacity: 65536}", plc);
            Files.writeString(file, deployment);
            worker.put(
                    "/connectors/files/config",
                    Map.of("connector.class", SOURCE, "topic", "files", "deployment.file", file.toString()));
            topic.await(100);
            Files.writeString(file, deployment + "  nothing: {type: unknown}\n");
            await().atMost(LIMIT).until(() -> worker.said().contains("is wrong; the tasks go on as before"));
            assertThat(plc.openConnections()).isEqualTo(1);
            Files.writeString(
                    file,
                    deployment.replace(
                            "scanClasses:", "  - {id: set, on: press0, address: MAIN.setpoint}\nscanClasses:"));
            await().atMost(LIMIT).until(() -> topic.of("set").findAny().isPresent());
            worker.delete("/connectors/files");
        }
    }

    @Test
    void secretsOfADeploymentComeFromConnectAndAreInNoAnswerAndNoLog() throws Exception {
        broker.createTopic("secret", 1, Map.of());
        Path secrets = Files.writeString(folder.resolve("secrets.properties"), "password=pa55-open-sesame\n");
        String deployment = """
                connections:
                  press: {type: opc.tcp, host: 127.0.0.1, port: 9, user: operator, password: "${file:%s:password}"}
                points:
                  - {id: press.force, on: press, address: "ns=1;s=force"}
                scanClasses:
                  default: {mode: poll, every: 1s}
                streams:
                  - {from: "**", to: topics}
                sinks:
                  topics: {type: connect}
                """.formatted(secrets);
        worker.put(
                "/connectors/secret/config",
                Map.of("connector.class", SOURCE, "topic", "secret", "deployment", deployment));
        awaitRunning("secret", 1);
        assertThat(worker.get("/connectors/secret").toString())
                .contains("${file:")
                .doesNotContain("pa55");
        assertThat(worker.get("/connectors/secret/tasks").toString()).doesNotContain("pa55");
        worker.delete("/connectors/secret");
        assertThat(worker.said())
                .contains("press")
                .doesNotContain("pa55")
                .as("notices are in the worker's log, and not on the console besides")
                .doesNotContain("io.taktstrom.stream.Notices");
    }

    private static long runs(TopicReader topic) {
        return topic.all().stream()
                .map(read -> read.point() + read.run())
                .distinct()
                .count();
    }

    /** Numbers follow each other over both runs; what is missing at the machine is marked. */
    private static void assertGoesOn(TopicReader topic, String point) {
        List<Read> reads = topic.of(point).toList();
        long number = -1;
        for (int i = 0; i < reads.size(); i++) {
            assertThat(reads.get(i).sequence()).as(point).isEqualTo(i);
            if (reads.get(i).isGood()) {
                long now = reads.get(i).number();
                assertThat(number < 0 || now == number + 1 || reads.get(i).isMarked())
                        .as("%d follows %d, or is marked", now, number)
                        .isTrue();
                number = now;
            }
        }
    }

    @Test
    void commandsFromATopicAreWrittenAndAnswered() throws Exception {
        for (String topic : List.of("commands", "answers", "undone")) {
            broker.createTopic(topic, 1, Map.of());
        }
        try (AdsSimulator plc = CountingPlc.start();
                TopicReader answers = new TopicReader(broker.directAddress(), "answers");
                TopicReader undone = new TopicReader(broker.directAddress(), "undone")) {
            worker.put(
                    "/connectors/setpoints/config",
                    Map.of(
                            "connector.class", SINK,
                            "tasks.max", "1",
                            "topics", "commands",
                            "value.converter", "org.apache.kafka.connect.storage.StringConverter",
                            "answers.topic", "answers",
                            "answers.brokers", broker.directAddress(),
                            "errors.deadletterqueue.topic.name", "undone",
                            "errors.deadletterqueue.topic.replication.factor", "1",
                            "errors.tolerance", "all",
                            "deployment",
                                    "connections:\n" + CountingPlc.connection("press", plc)
                                            + """
                            points:
                              - {id: press.setpoint, on: press, address: MAIN.setpoint, writable: true, limits: {max: 60}}
                            scanClasses:
                              default: {mode: poll, every: 1s}
                            commands:
                              audit: %s
                              maxAge: 5m
                              from: {topics: {type: connect}}
                            """.formatted(folder.resolve("audit.jsonl"))));
            awaitRunning("setpoints", 1);
            send("a", 21);
            send("b", 99);
            send("a", 22);
            Map<String, String> outcomes = new HashMap<>();
            List<String> order = new ArrayList<>();
            answers.await(3).forEach(read -> {
                String outcome = read.value().get("outcome").asString();
                outcomes.merge(read.key(), outcome, (one, other) -> one + " " + other);
                order.add(outcome);
            });
            assertThat(outcomes).containsEntry("b", "refused");
            assertThat(order).containsExactlyInAnyOrder("done", "refused", "repeated");
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(21L);
            Read left = undone.await(1).get(0);
            assertThat(left.value().get("id").asString()).isEqualTo("b");
            assertThat(Files.readString(folder.resolve("audit.jsonl"), StandardCharsets.UTF_8))
                    .contains("\"sender\":\"commands-0@0\"")
                    .contains("sending");
            await().atMost(LIMIT).until(() -> committed("setpoints") == 3);
            worker.delete("/connectors/setpoints");
        }
    }

    private static void send(String id, int value) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.directAddress()), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(
                            "commands",
                            "press",
                            "{\"id\": \"%s\", \"point\": \"press.setpoint\", \"value\": %d, \"expires\": \"%s\"}"
                                    .formatted(id, value, Instant.now().plus(LIFE))))
                    .get();
        }
    }

    private static long committed(String connector) throws IOException {
        JsonNode offsets = worker.get("/connectors/" + connector + "/offsets").get("offsets");
        return StreamSupport.stream(offsets.spliterator(), false)
                .mapToLong(offset -> offset.get("offset").get("kafka_offset").asLong())
                .sum();
    }
}
