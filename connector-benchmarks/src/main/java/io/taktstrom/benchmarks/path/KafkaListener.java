package io.taktstrom.benchmarks.path;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer that checks each number: BROKERS TOTAL. Prints {@code received lost repeated outOfOrder p50 p99 max}. */
final class KafkaListener {

    private static final Duration POLL = Duration.ofMillis(5);
    /** When nothing has come for as long, nothing will. */
    private static final long QUIET_NANOS = 60_000_000_000L;

    private KafkaListener() {}

    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long total = Long.parseLong(args[1]);
        EpochNanoClock clock = EpochNanoClock.system();
        Arrivals arrivals = new Arrivals();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                args[0],
                "key.deserializer",
                ByteArrayDeserializer.class,
                "value.deserializer",
                ByteArrayDeserializer.class,
                "fetch.max.wait.ms",
                5);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            TopicPartition only = new TopicPartition("samples", 0);
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
        Arrivals.Tally tally = arrivals.tally();
        out.println(tally.received() + " " + tally.lost() + " " + tally.repeated() + " " + tally.outOfOrder() + " "
                + tally.p50() + " " + tally.p99() + " " + tally.max());
    }
}
