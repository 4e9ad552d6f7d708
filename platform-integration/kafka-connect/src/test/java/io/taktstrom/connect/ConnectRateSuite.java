package io.taktstrom.connect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.testkit.report.Machine;
import io.taktstrom.testkit.report.Page;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How many samples one task publishes in a second, and what its worker's process pays for each, when the machine has more than
 * it can: a ring that blocks, so nothing is dropped. A measurement, so its name keeps it out of every build;
 * docs/benchmarks/connect.md has the command, and, with {@code -Dtakt.docs=write}, gets the figures.
 */
class ConnectRateSuite {

    private static final int POINTS = Integer.getInteger("takt.connect.points", 200);
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration MEASURED = Duration.ofSeconds(Integer.getInteger("takt.connect.seconds", 30));
    private static final TopicPartition TOPIC = new TopicPartition("rate", 0);
    private static final Pattern SEQUENCE = Pattern.compile("\"sequence\":(\\d+)");

    private static final Map<String, Object> BEFORE = Machine.describe();
    private static final List<String> LINES = new ArrayList<>(
            List.of("| Worker | samples/s of one task | B/sample | CPU µs/sample |", "|---|---:|---:|---:|"));

    @ParameterizedTest
    @CsvSource({
        "disabled, false, at least once",
        "enabled, false, exactly once (a transaction for each poll)",
        "disabled, true, 'at least once, JSON with its schema in each record'"
    })
    void samplesPerSecondOfOneTask(String exactlyOnce, String schemas, String what) throws IOException {
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
                        .model(AdsModel.parse("taskCycle: 1ms\nsymbols:\n" + symbols))
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
                topic.assign(Set.of(TOPIC));
                await().atMost(LIMIT).until(() -> published(topic) > 50_000);
                long before = published(topic);
                ProcessCost costBefore = worker.cost();
                long began = System.nanoTime();
                await().atMost(LIMIT).until(() -> System.nanoTime() - began > MEASURED.toNanos());
                double seconds = (System.nanoTime() - began) / 1e9;
                ProcessCost cost = worker.cost();
                double samples = published(topic) - before;
                LINES.add("| %s | %.0f | %.0f | %.1f |"
                        .formatted(
                                what,
                                samples / seconds,
                                (cost.bytes() - costBefore.bytes()) / samples,
                                (cost.cpuNanos() - costBefore.cpuNanos()) / 1e3 / samples));
            }
        }
    }

    /** By the number in the last record: offsets also count what ends a transaction. */
    private static long published(KafkaConsumer<byte[], byte[]> topic) {
        long end = topic.endOffsets(Set.of(TOPIC)).getOrDefault(TOPIC, 0L);
        if (end == 0) {
            return 0;
        }
        topic.seek(TOPIC, Math.max(0, end - 20));
        List<Long> last = new ArrayList<>();
        await().atMost(LIMIT).until(() -> {
            for (ConsumerRecord<byte[], byte[]> record : topic.poll(Duration.ofSeconds(1))) {
                Matcher sequence = SEQUENCE.matcher(new String(record.value(), StandardCharsets.UTF_8));
                if (sequence.find()) {
                    last.add(Long.parseLong(sequence.group(1)));
                }
            }
            return !last.isEmpty();
        });
        return last.get(last.size() - 1);
    }

    @AfterAll
    static void tell() throws IOException {
        LINES.add("");
        LINES.add("`ConnectRateSuite`, %d points, %d s each, %s, %s."
                .formatted(
                        POINTS,
                        MEASURED.toSeconds(),
                        Instant.now().truncatedTo(ChronoUnit.MINUTES),
                        Machine.inWords(BEFORE, Machine.describe())));
        System.out.println(String.join("\n", LINES));
        if (System.getProperty("takt.docs", "").equals("write")) {
            Page page = new Page(Path.of("..", "..", "docs", "benchmarks", "connect.md"));
            assertThat(page.replace("connect-rate", LINES))
                    .as("%s has its markers", page)
                    .isTrue();
        }
    }
}
