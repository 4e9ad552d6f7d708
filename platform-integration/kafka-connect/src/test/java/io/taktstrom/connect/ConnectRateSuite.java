package io.taktstrom.connect;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.brokers.KafkaBroker;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.awaitility.Awaitility.await;

/**
 * How many samples one task publishes in a second when the machine has more than it can: a ring that blocks, so nothing is dropped. A
 * measurement, so its name keeps it out of every build; docs/benchmarks/connect.md has the command and the figures.
 */
class ConnectRateSuite {

    private static final int POINTS = Integer.getInteger("takt.connect.points", 200);
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration MEASURED = Duration.ofSeconds(Integer.getInteger("takt.connect.seconds", 30));

    @ParameterizedTest
    @CsvSource({"disabled, false", "enabled, false", "disabled, true"})
    void samplesPerSecondOfOneTask(String exactlyOnce, String schemas) throws IOException {
        StringBuilder symbols = new StringBuilder();
        StringBuilder points = new StringBuilder("points:\n");
        for (int i = 0; i < POINTS; i++) {
            symbols.append("  MAIN.v%d: {type: LREAL, waveform: {sine: {amplitude: 10, period: 1s}}}\n".formatted(i));
            points.append("  - {id: press.v%1$d, on: press, address: MAIN.v%1$d}\n".formatted(i));
        }
        try (KafkaBroker broker = KafkaBroker.start();
                ConnectWorker worker = new ConnectWorker(broker.directAddress(), 1)
                        .with("exactly.once.source.support", exactlyOnce)
                        .with("value.converter.schemas.enable", schemas)
                        .start();
                AdsSimulator plc = AdsSimulator.builder()
                        .model(SimulatorModel.parse("taskCycle: 1ms\nsymbols:\n" + symbols))
                        .start()) {
            broker.createTopic("rate", 1, Map.of());
            worker.put(
                    "/connectors/rate/config",
                    Map.of(
                            "connector.class", "TaktstromSourceConnector",
                            "tasks.max", "1",
                            "topic", "rate",
                            "deployment", "connections:\n" + CountingPlc.connection("press", plc) + points + """
                            scanClasses:
                              default: {mode: notifyCyclic, cycle: 1ms, maxDelay: 50ms}
                            streams:
                              - {id: all, from: "**", to: topics, ring: {capacity: 262144, onFull: block}}
                            sinks:
                              topics: {type: connect}
                            """));
            try (KafkaConsumer<byte[], byte[]> topic = new KafkaConsumer<>(
                    Map.of("bootstrap.servers", broker.directAddress()),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer())) {
                await().atMost(LIMIT).until(() -> end(topic) > 50_000);
                long before = end(topic);
                long began = System.nanoTime();
                await().atMost(LIMIT).until(() -> System.nanoTime() - began > MEASURED.toNanos());
                double seconds = (System.nanoTime() - began) / 1e9;
                System.out.printf(
                        "rate: exactly-once %s, JSON with schemas %s: %.0f samples/s of one task%n",
                        exactlyOnce, schemas, (end(topic) - before) / seconds);
            }
        }
    }

    private static long end(KafkaConsumer<byte[], byte[]> topic) {
        TopicPartition partition = new TopicPartition("rate", 0);
        return topic.endOffsets(Set.of(partition)).getOrDefault(partition, 0L);
    }
}
