package io.taktstrom.example.plant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.RabbitBroker;
import io.taktstrom.brokers.ReadMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The example with the binder for RabbitMQ. */
@ActiveProfiles("rabbit")
class RabbitPlantIT extends PlantContract {

    @AutoClose
    private static RabbitBroker broker;

    /** A reader has a connection of its own, which ends with the broker. */
    @AutoClose
    private static @Nullable BrokerReader reader;

    /** Reading takes messages from their queue. */
    private static final List<ReadMessage> SAMPLES = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        broker = RabbitBroker.away();
    }

    @DynamicPropertySource
    static void address(DynamicPropertyRegistry properties) {
        properties.add("spring.rabbitmq.addresses", () -> "amqp://127.0.0.1:" + broker.directPort());
    }

    @Override
    List<ReadMessage> all() throws IOException {
        read("plant.press");
        return SAMPLES;
    }

    @Override
    List<ReadMessage> read(String destination) throws IOException {
        List<ReadMessage> taken = Objects.requireNonNull(reader).read("take " + destination + ".plant");
        if (destination.equals("plant.press")) {
            SAMPLES.addAll(taken);
        }
        return taken;
    }

    @Override
    void send(String destination, String text) throws IOException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(broker.directPort());
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            channel.basicPublish(destination, destination, null, text.getBytes(StandardCharsets.UTF_8));
            channel.waitForConfirmsOrDie(30_000);
        } catch (TimeoutException e) {
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
        if (reader != null) {
            reader.close();
        }
        reader = BrokerReader.ofAmqp(broker.directPort());
    }
}
