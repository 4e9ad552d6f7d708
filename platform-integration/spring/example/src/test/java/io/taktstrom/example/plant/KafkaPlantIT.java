package io.taktstrom.example.plant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.ReadMessage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
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
    private static BrokerReader reader;
    private static KafkaProducer<byte[], byte[]> producer;

    /** How many messages of a topic were read before. */
    private static final Map<String, Integer> READ = new HashMap<>();

    @BeforeAll
    static void start() throws IOException {
        broker = KafkaBroker.start();
        reader = BrokerReader.ofKafka();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.directAddress()), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @DynamicPropertySource
    static void address(DynamicPropertyRegistry properties) {
        properties.add("spring.cloud.stream.kafka.binder.brokers", () -> broker.directAddress());
    }

    @AfterAll
    static void end() throws IOException {
        producer.close();
        reader.close();
        broker.close();
    }

    @Override
    List<ReadMessage> all() throws IOException {
        return reader.read("read " + broker.directAddress() + " plant.press");
    }

    @Override
    List<ReadMessage> read(String destination) throws IOException {
        List<ReadMessage> all = reader.read("read " + broker.directAddress() + " " + destination);
        int before = READ.getOrDefault(destination, 0);
        READ.put(destination, all.size());
        return all.subList(Math.min(before, all.size()), all.size());
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
