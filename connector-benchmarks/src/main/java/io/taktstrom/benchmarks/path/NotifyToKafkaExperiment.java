package io.taktstrom.benchmarks.path;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.ads.AdsServer;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.data.EpochNanoClock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * ADS notifications that count, into Kafka; a consumer of Kafka's own reads each number. A missing, repeated or misplaced one fails the
 * run: its rate would mean nothing.
 */
public final class NotifyToKafkaExperiment implements Experiment {

    private static final String TOPIC = "press1";
    private static final Duration POLL = Duration.ofMillis(5);
    private static final long QUIET_NANOS = 15_000_000_000L;

    /**
     * A burst.
     *
     * @param rate samples a second
     * @param perFrame samples in one frame
     * @param seconds that it takes
     */
    private record Leg(long rate, int perFrame, int seconds) {}

    private static final List<Leg> LEGS =
            List.of(new Leg(20_000, 1, 20), new Leg(20_000, 20, 20), new Leg(50_000, 50, 10));

    @Override
    public String name() {
        return "ads-kafka";
    }

    @Override
    public String title() {
        return "ADS notifications at 20 kHz and 50 kHz to Kafka, each number checked by a consumer";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        Map<String, Object> figures = new LinkedHashMap<>();
        try (KafkaBroker broker = KafkaBroker.start()) {
            for (Leg leg : full ? LEGS : LEGS.subList(1, 2)) {
                long total = leg.rate * (full ? leg.seconds : 5);
                String topic = TOPIC + "-" + figures.size();
                broker.createTopic(topic, 1, Map.of());
                Arrivals arrivals = new Arrivals();
                CompletableFuture<Void> heard =
                        CompletableFuture.runAsync(() -> hear(broker.directAddress(), topic, total, arrivals));
                String line;
                try (ServerProcess plc = AdsServer.start(total)) {
                    line = Programs.lastLine(
                            "delivered ",
                            Programs.java(
                                    NotifyToKafka.class,
                                    plc.uri(),
                                    String.valueOf(leg.rate),
                                    String.valueOf(leg.perFrame),
                                    String.valueOf(total),
                                    broker.directAddress(),
                                    topic));
                }
                heard.get(1, TimeUnit.MINUTES);
                Arrivals.Tally tally = arrivals.tally();
                String key = leg.rate + " " + leg.perFrame + " " + total;
                line += " " + tally.received() + " " + tally.p50() + " " + tally.p99() + " " + tally.max();
                progress.println("  " + key + ": " + line + ", " + tally);
                if (tally.received() != total || tally.lost() + tally.repeated() + tally.outOfOrder() > 0) {
                    throw new IOException("of " + total + " numbers the consumer had " + tally + "; " + line);
                }
                figures.put(key, line);
            }
        }
        return figures;
    }

    private static void hear(String brokers, String topic, long total, Arrivals arrivals) {
        EpochNanoClock clock = EpochNanoClock.system();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                brokers,
                "key.deserializer",
                ByteArrayDeserializer.class,
                "value.deserializer",
                ByteArrayDeserializer.class,
                "fetch.max.wait.ms",
                5);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            TopicPartition only = new TopicPartition(topic, 0);
            consumer.assign(List.of(only));
            consumer.seekToBeginning(List.of(only));
            long lastAt = System.nanoTime();
            while (arrivals.tally().received() < total && System.nanoTime() - lastAt < QUIET_NANOS) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                    PayloadShape.POINTS.read(
                            new String(message.value(), StandardCharsets.UTF_8), clock.epochNanos(), arrivals);
                    lastAt = System.nanoTime();
                }
            }
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| rate | samples/frame | notified | lost | repeated | out of order | acknowledged/s"
                + " | device to consumer p50 / p99 / max ms | CPU µs/sample |");
        lines.add("|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        figures.forEach((key, line) -> {
            String[] leg = key.split(" ", -1);
            String[] words = line.toString().split(" ", -1);
            // A run with any of these has no figures.
            lines.add(String.format(
                    Locale.ROOT,
                    "| %,d | %s | %,d | 0 | 0 | 0 | %,.0f | %s / %s / %s | %.1f |",
                    Long.parseLong(leg[0]),
                    leg[1],
                    Long.parseLong(leg[2]),
                    Long.parseLong(words[2]) * 1e9 / Long.parseLong(words[4]),
                    millis(words[7]),
                    millis(words[8]),
                    millis(words[9]),
                    Long.parseLong(words[5]) / 1e3 / Long.parseLong(words[2])));
        });
        return lines;
    }

    private static String millis(String nanos) {
        return String.format(Locale.ROOT, "%.1f", Long.parseLong(nanos) / 1e6);
    }
}
