package io.taktstrom.connect;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a topic from its beginning, without what transactions have not committed. One thread. */
final class TopicReader implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A record of the source connector. */
    record Read(String key, JsonNode value, Map<String, String> headers, long timestamp) {

        String point() {
            return value.get("point").asString();
        }

        String connection() {
            return point().substring(0, point().indexOf('.'));
        }

        long sequence() {
            return value.get("sequence").asLong();
        }

        long run() {
            return value.get("run").asLong();
        }

        boolean isGood() {
            return value.get("status").asString().startsWith("Good");
        }

        boolean isMarked() {
            return value.get("status").asString().endsWith("+Overflow");
        }

        /** Of a Good sample. */
        long number() {
            return value.get("value").asLong();
        }
    }

    private final KafkaConsumer<String, byte[]> consumer;
    private final List<Read> read = new ArrayList<>();

    TopicReader(String brokers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        brokers,
                        "isolation.level",
                        "read_committed",
                        "auto.offset.reset",
                        "earliest",
                        "max.poll.records",
                        "100000"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(Set.of(new TopicPartition(topic, 0)));
        consumer.seekToBeginning(consumer.assignment());
    }

    /** All so far. */
    List<Read> all() {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
            Map<String, String> headers = new TreeMap<>();
            record.headers()
                    .forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
            read.add(new Read(record.key(), JSON.readTree(record.value()), headers, record.timestamp()));
        }
        return read;
    }

    Stream<Read> of(String point) {
        return all().stream().filter(each -> each.point().equals(point));
    }

    /** Waits until so many are there. */
    List<Read> await(int number) {
        Awaitility.await(number + " records").atMost(Duration.ofMinutes(2)).until(() -> all().size() >= number);
        return read;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
