package io.taktstrom.connect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.brokers.KafkaBroker;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What Connect's {@code errors.tolerance} and its dead letter queue do with records that a converter or a connector refuses. */
class ErrorToleranceIT {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern ENDED = Pattern.compile(
            "task-thread-partly.*all\\.connect: received (\\d+) = published (\\d+) \\+ buffered 0 \\+ dropped (\\d+), (.*)");

    @TempDir
    private Path folder;

    private static KafkaBroker broker;
    private static ConnectWorker worker;

    @BeforeAll
    static void start() throws IOException {
        broker = KafkaBroker.start();
        worker = new ConnectWorker(broker.directAddress(), 1).start();
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

    private static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.directAddress(), "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            Set<TopicPartition> all = Set.of(new TopicPartition(topic, 0));
            consumer.assign(all);
            long end = consumer.endOffsets(all).values().iterator().next();
            while (records.size() < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
            }
        }
        return records;
    }

    /** DINT becomes int32, which the converter has, and UDINT int64, which it refuses. */
    private static Map<String, String> source(String topic, AdsSimulator plc, String tolerance) {
        return Map.ofEntries(
                Map.entry("connector.class", "TaktstromSourceConnector"),
                Map.entry("topic", topic),
                Map.entry(
                        "deployment",
                        CountingPlc.deployment("{capacity: 65536}", plc)
                                .replace(
                                        "scanClasses:",
                                        "  - {id: set, on: press0, address: MAIN.setpoint, type: DINT}\nscanClasses:")),
                Map.entry("transforms", "value"),
                Map.entry("transforms.value.type", "org.apache.kafka.connect.transforms.ExtractField$Value"),
                Map.entry("transforms.value.field", "value"),
                Map.entry("value.converter", "org.apache.kafka.connect.converters.IntegerConverter"),
                Map.entry("errors.tolerance", tolerance),
                Map.entry("errors.log.enable", "true"));
    }

    private static JsonNode awaitFailed(String connector) throws IOException {
        await().atMost(LIMIT).until(() -> worker.states(connector).contains("FAILED"));
        return worker.get("/connectors/" + connector + "/status").get("tasks").get(0);
    }

    @Test
    void whatAConverterRefusesOfASourceIsLoggedAndCountedAndTheTaskGoesOn() throws Exception {
        broker.createTopic("partly", 1, Map.of());
        try (AdsSimulator plc = CountingPlc.start()) {
            worker.put("/connectors/partly/config", source("partly", plc, "all"));
            await().atMost(LIMIT).until(() -> records("partly").size() > 200);
            assertThat(worker.states("partly")).containsOnly("RUNNING");
            worker.put("/connectors/partly/stop", Map.of());
            await().atMost(LIMIT).until(() -> ENDED.matcher(worker.said()).find());
        }
        assertThat(records("partly"))
                .allSatisfy(record ->
                        assertThat(ByteBuffer.wrap(record.value()).getInt()).isEqualTo(5));
        assertThat(worker.said())
                .containsPattern("ERROR.*Error encountered in task partly-0. Executing stage 'VALUE_CONVERTER'");
        Matcher ended = ENDED.matcher(worker.said());
        assertThat(ended.find()).isTrue();
        long published = Long.parseLong(ended.group(2));
        long dropped = Long.parseLong(ended.group(3));
        assertThat(published).isEqualTo(records("partly").size());
        assertThat(dropped).isGreaterThan(100);
        assertThat(Long.parseLong(ended.group(1))).isEqualTo(published + dropped);
        assertThat(ended.group(4)).contains("refused ");
        worker.delete("/connectors/partly");
    }

    @Test
    void withoutToleranceTheTaskOfASourceFailsAndSaysWhy() throws Exception {
        broker.createTopic("strict", 1, Map.of());
        try (AdsSimulator plc = CountingPlc.start()) {
            worker.put("/connectors/strict/config", source("strict", plc, "none"));
            JsonNode task = awaitFailed("strict");
            assertThat(task.get("trace").asString())
                    .contains(
                            "Tolerance exceeded in error handler",
                            "Failed to serialize to integer (was class java.lang.Long)");
            assertThat(worker.said()).containsPattern("task-thread-strict.*dropped \\d+, .*closed");
            worker.delete("/connectors/strict");
        }
    }

    private Map<String, String> sink(String topic, AdsSimulator plc, Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "connector.class",
                "TaktstromSinkConnector",
                "topics",
                topic,
                "answers.topic",
                topic + "-answers",
                "answers.brokers",
                broker.directAddress(),
                "deployment",
                "connections:\n" + CountingPlc.connection("press", plc)
                        + """
                        points:
                          - {id: press.setpoint, on: press, address: MAIN.setpoint, writable: true, limits: {max: 60}}
                        scanClasses:
                          default: {mode: poll, every: 1s}
                        commands:
                          audit: %s
                          maxAge: 10m
                          from: {topics: {type: connect}}
                        """.formatted(folder.resolve(topic + ".jsonl"))));
        configuration.putAll(more);
        return configuration;
    }

    private static String command(String id, int value) {
        return "{\"id\": \"%s\", \"point\": \"press.setpoint\", \"value\": %d, \"expires\": \"%s\"}"
                .formatted(id, value, Instant.now().plusSeconds(300));
    }

    private static void send(String topic, String... values) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.directAddress()), new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(topic, value)).get();
            }
        }
    }

    private static void awaitCommitted(String connector, long offset) {
        await().atMost(LIMIT)
                .until(() -> worker.get("/connectors/" + connector + "/offsets")
                        .get("offsets")
                        .toString()
                        .contains("\"kafka_offset\":" + offset));
    }

    private static List<String> outcomes(String topic) {
        return records(topic).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8)
                        .replaceFirst(".*\"outcome\":\"(\\w+)\".*", "$1"))
                .toList();
    }

    @Test
    void whatASinkCannotProcessIsInTheDeadLetterQueueWithItsReasonAndTheTaskGoesOn() throws Exception {
        for (String topic : List.of("mixed", "mixed-answers", "mixed-dead")) {
            broker.createTopic(topic, 1, Map.of());
        }
        String deep = "[".repeat(800) + "]".repeat(800);
        send("mixed", "{", "{\"no\": \"command\"}", deep, command("a", 99), command("b", 21));
        try (AdsSimulator plc = CountingPlc.start()) {
            Map<String, String> configuration = sink(
                    "mixed",
                    plc,
                    Map.of(
                            "errors.tolerance", "all",
                            "errors.log.enable", "true",
                            "errors.deadletterqueue.topic.name", "mixed-dead",
                            "errors.deadletterqueue.topic.replication.factor", "1",
                            "errors.deadletterqueue.context.headers.enable", "true"));
            worker.put("/connectors/mixed/config", configuration);
            await().atMost(LIMIT).until(() -> plc.get("MAIN.setpoint").equals(21L));
            awaitCommitted("mixed", 5);
            assertThat(worker.states("mixed")).containsOnly("RUNNING");
        }
        assertThat(records("mixed-dead"))
                .extracting(dead -> new String(
                        dead.headers()
                                .lastHeader("__connect.errors.exception.message")
                                .value(),
                        StandardCharsets.UTF_8))
                .satisfiesExactlyInAnyOrder(
                        converter -> assertThat(converter).contains("Converting byte[] to Kafka Connect data failed"),
                        key -> assertThat(key).contains("unknown key 'no'"),
                        depth -> assertThat(depth).contains("not a valid JSON object"),
                        limit -> assertThat(limit).contains("\"id\":\"a\"", "Bad_OutOfRange"));
        assertThat(outcomes("mixed-answers")).containsExactlyInAnyOrder("refused", "refused", "refused", "done");
        assertThat(worker.said())
                .containsPattern("Error encountered in task mixed-0. Executing stage 'VALUE_CONVERTER'")
                .containsPattern("Error encountered in task mixed-0. Executing stage 'TASK_PUT'");
        worker.delete("/connectors/mixed");
    }

    @Test
    void withoutToleranceARecordThatIsNotACommandFailsTheTaskAndARefusedCommandDoesNot() throws Exception {
        for (String topic : List.of("exact", "exact-answers")) {
            broker.createTopic(topic, 1, Map.of());
        }
        send("exact", command("a", 99), command("b", 21), "{\"no\": \"command\"}", command("c", 22));
        try (AdsSimulator plc = CountingPlc.start()) {
            worker.put("/connectors/exact/config", sink("exact", plc, Map.of("errors.log.enable", "true")));
            assertThat(awaitFailed("exact").get("trace").asString())
                    .contains("the record at offset 2 of exact-0 is not a command: unknown key 'no'")
                    .contains("set errors.tolerance to all");
            awaitCommitted("exact", 2);
            worker.put("/connectors/exact/stop", Map.of());
            await().atMost(LIMIT).until(() -> worker.states("exact").equals(List.of("STOPPED")));
            worker.patch(
                    "/connectors/exact/offsets",
                    Map.of(
                            "offsets",
                            List.of(Map.of(
                                    "partition",
                                    Map.of("kafka_topic", "exact", "kafka_partition", 0),
                                    "offset",
                                    Map.of("kafka_offset", 3)))));
            worker.put("/connectors/exact/resume", Map.of());
            awaitCommitted("exact", 4);
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(22L);
            assertThat(outcomes("exact-answers")).startsWith("refused", "done").contains("done");
            worker.delete("/connectors/exact");
        }
    }
}
