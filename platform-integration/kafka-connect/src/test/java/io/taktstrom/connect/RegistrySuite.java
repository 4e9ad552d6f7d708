package io.taktstrom.connect;

import java.io.IOException;
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
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.testkit.HeldPort;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.storage.Converter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Apicurio Registry with the rule BACKWARD for all schemas, and its converters in a worker; {@code ./takt test registry} runs it, with
 * the folder of both in {@code TAKT_REGISTRY}.
 */
class RegistrySuite {

    private static final Pattern ENDED = Pattern.compile(
            "task-thread-changed.*all\\.connect: received \\d+ = published (\\d+) \\+ buffered 0 \\+ dropped (\\d+), closed (\\d+)");
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String NUMBER = "{type: LREAL, value: 2.5}";
    private static final String TEXT = "{type: STRING(20), value: much}";
    private static final String COUNTER = """
            taskCycle: 10ms
            symbols:
              MAIN.counter: {type: UDINT, waveform: counter}
              MAIN.force: %s
            """.formatted(NUMBER);

    @TempDir
    private static Path folder;

    private static ApicurioRegistry registry;
    private static KafkaBroker broker;
    private static ConnectWorker worker;

    @BeforeAll
    static void start() throws Exception {
        registry = ApicurioRegistry.start(folder);
        registry.askForBackwardCompatibility();
        broker = KafkaBroker.start();
        worker = new ConnectWorker(broker.directAddress(), 1)
                .with("plugin.path", System.getProperty("takt.connect.plugin") + "," + ApicurioRegistry.plugins())
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
                ApicurioRegistry.CONVERTERS + "AvroConverter",
                "value.converter.apicurio.registry.url",
                registry.url(),
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
        "four, wide, AvroConverter, serde.strategy.TopicIdStrategy, default, four-value, 2",
        "five, uniform, ExtJsonConverter, serde.strategy.TopicIdStrategy, default, five-value, 1",
        "six, typed, ExtJsonConverter, serde.strategy.TopicIdStrategy, default, six-value, 3",
        "seven, wide, ExtJsonConverter, serde.strategy.TopicIdStrategy, default, seven-value, 2"
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
        Converter reader = registry.converter(converter);
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
                                    ApicurioRegistry.CONVERTERS + converter,
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
            assertThat(registry.versions(group, subject)).isEqualTo(versionsWithAndWithoutDevice);
            assertThat(records(topic, reader).toString()).contains("2.5");
            assertThat(worker.states(topic)).containsOnly("RUNNING");
            worker.delete("/connectors/" + topic);
        }
    }

    @Test
    void aChangeThatIsNotCompatibleIsRefused() throws Exception {
        String topic = "changed";
        Converter reader = registry.converter("AvroConverter");
        broker.createTopic(topic, 1, Map.of());
        try (HeldPort port = new HeldPort()) {
            try (AdsSimulator plc = plc(port, COUNTER)) {
                assertThat(plc.connections()).isZero();
                worker.put("/connectors/changed/config", configuration(topic, port, Map.of("layout", "wide")));
                awaitMore(topic, reader, 20);
            }
            try (AdsSimulator plc = plc(port, COUNTER.replace(NUMBER, TEXT))) {
                await().atMost(LIMIT).until(() -> plc.connections() > 0);
                await().atMost(LIMIT).until(() -> worker.states("changed").contains("FAILED"));
            }
            JsonNode task =
                    worker.get("/connectors/changed/status").get("tasks").get(0);
            assertThat(task.get("trace").asString())
                    .contains("RuleViolationException", "Incompatible artifact: changed-value", "DOUBLE");
            assertThat(registry.versions("default", "changed-value")).isEqualTo(1);
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

    /** The registry does not compare schemas of Connect, so its rule refuses none. */
    @Test
    void aChangeInConnectsOwnFormOfASchemaIsAnotherVersion() throws Exception {
        Converter reader = registry.converter("ExtJsonConverter");
        broker.createTopic("altered", 1, Map.of());
        try (HeldPort port = new HeldPort()) {
            Map<String, String> wide =
                    Map.of("layout", "wide", "value.converter", ApicurioRegistry.CONVERTERS + "ExtJsonConverter");
            try (AdsSimulator plc = plc(port, COUNTER)) {
                assertThat(plc.connections()).isZero();
                worker.put("/connectors/altered/config", configuration("altered", port, wide));
                awaitMore("altered", reader, 20);
            }
            try (AdsSimulator plc = plc(port, COUNTER.replace(NUMBER, TEXT))) {
                await().atMost(LIMIT).until(() -> plc.connections() > 0);
                await().atMost(LIMIT)
                        .until(() -> records("altered", reader).toString().contains("press_force=much"));
            }
            assertThat(registry.versions("default", "altered-value")).isEqualTo(2);
            assertThat(worker.states("altered")).containsOnly("RUNNING");
            worker.delete("/connectors/altered");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AvroConverter", "ExtJsonConverter"})
    void aCommandWithASchemaIsWritten(String name) throws Exception {
        String topic = "commands-" + name;
        broker.createTopic(topic, 1, Map.of());
        Schema schema = SchemaBuilder.struct()
                .name("plant.Command")
                .field("id", Schema.STRING_SCHEMA)
                .field("point", Schema.STRING_SCHEMA)
                .field("value", Schema.FLOAT64_SCHEMA)
                .field("expires", Schema.STRING_SCHEMA)
                .build();
        Struct command = new Struct(schema)
                .put("id", "a")
                .put("point", "press.force")
                .put("value", 7.25)
                .put("expires", Instant.now().plus(LIMIT.multipliedBy(4)).toString());
        try (HeldPort port = new HeldPort();
                AdsSimulator plc = plc(port, COUNTER);
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.directAddress()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            Headers headers = new RecordHeaders();
            byte[] value = registry.converter(name).fromConnectData(topic, headers, schema, command);
            producer.send(new ProducerRecord<>(topic, null, (byte[]) null, value, headers))
                    .get();
            String deployment = """
                    connections:
                      press: {type: ads, host: 127.0.0.1, port: %d, amsNetId: %s, amsPort: 851}
                    points:
                      - {id: press.force, on: press, address: MAIN.force, writable: true, limits: {max: 60}}
                    scanClasses:
                      default: {mode: poll, every: 1s}
                    commands:
                      audit: %s
                      maxAge: 10m
                      from: {topics: {type: connect}}
                    """.formatted(port.number(), plc.amsAddress().netId(), folder.resolve(name + ".jsonl"));
            Map<String, String> configuration = configuration(
                    topic,
                    port,
                    Map.of(
                            "connector.class",
                            "TaktstromSinkConnector",
                            "topics",
                            topic,
                            "deployment",
                            deployment,
                            "value.converter",
                            ApicurioRegistry.CONVERTERS + name));
            configuration.remove("topic");
            worker.put("/connectors/" + topic + "/config", configuration);
            await().atMost(LIMIT).until(() -> plc.get("MAIN.force").equals(7.25));
            worker.delete("/connectors/" + topic);
        }
    }
}
