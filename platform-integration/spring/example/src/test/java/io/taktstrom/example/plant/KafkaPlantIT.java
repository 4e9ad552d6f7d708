package io.taktstrom.example.plant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.ReadMessage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The example with the binder for Kafka. */
@ActiveProfiles("kafka")
class KafkaPlantIT extends PlantContract {

    private static KafkaBroker broker;
    private static KafkaProducer<byte[], byte[]> producer;

    /** By topic. Samples come without end, so a reader that goes for the end of the topic would not come back. */
    private static final Map<String, KafkaConsumer<byte[], byte[]>> CONSUMERS = new HashMap<>();

    private static final List<ReadMessage> SAMPLES = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        broker = KafkaBroker.away();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.directAddress()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @DynamicPropertySource
    static void address(DynamicPropertyRegistry properties) {
        properties.add("spring.cloud.stream.kafka.binder.brokers", () -> broker.directAddress());
    }

    @AfterAll
    static void end() throws IOException {
        producer.close();
        CONSUMERS.values().forEach(KafkaConsumer::close);
        broker.close();
    }

    @Override
    List<ReadMessage> all() throws IOException {
        read("plant.press");
        return SAMPLES;
    }

    @Override
    List<ReadMessage> read(String destination) throws IOException {
        KafkaConsumer<byte[], byte[]> consumer = CONSUMERS.computeIfAbsent(destination, KafkaPlantIT::consumer);
        List<ReadMessage> read = new ArrayList<>();
        consumer.poll(Duration.ofMillis(500)).forEach(message -> read.add(message(message)));
        if (destination.equals("plant.press")) {
            SAMPLES.addAll(read);
        }
        return read;
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String topic) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.directAddress(), "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(List.of(new TopicPartition(topic, 0)));
        return consumer;
    }

    private static ReadMessage message(ConsumerRecord<byte[], byte[]> from) {
        Map<String, String> headers = new HashMap<>();
        from.headers().forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
        return new ReadMessage(null, Base64.getEncoder().encodeToString(from.value()), headers, Map.of());
    }

    @Override
    void send(String destination, String text) throws IOException {
        try {
            producer.send(new ProducerRecord<>(destination, text.getBytes(StandardCharsets.UTF_8)))
                    .get();
        } catch (ExecutionException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    void stopBroker() {
        broker.kill();
    }

    @Override
    void startBroker() throws IOException {
        broker.restart();
    }
}
