package io.taktstrom.brokers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.taktstrom.testkit.peer.PeerProcess;

/**
 * A Python client that says what a broker has: librdkafka for Kafka, pika for AMQP. Where there is no Python the test ends as
 * skipped, or fails where {@code TAKT_INTEROP} is 1. One thread.
 */
public final class BrokerReader implements AutoCloseable {

    private final PeerProcess peer;
    private final Path script;

    private BrokerReader(String name, String what, String... arguments) throws IOException {
        script = Files.createTempFile("reader", ".py");
        try (InputStream in = BrokerReader.class.getResourceAsStream(name)) {
            Files.write(script, Objects.requireNonNull(in).readAllBytes());
        }
        peer = PeerProcess.start("TAKT_PYTHON", what, script, arguments);
        peer.line("ok");
    }

    /** Its orders name a broker. */
    public static BrokerReader ofKafka() throws IOException {
        return new BrokerReader("kafka_reader.py", "a Python with confluent-kafka");
    }

    /**
     * A reader of one broker.
     *
     * @param port of 127.0.0.1
     */
    public static BrokerReader ofAmqp(int port) throws IOException {
        return new BrokerReader("amqp_reader.py", "a Python with pika", Integer.toString(port));
    }

    /** Gives one of the orders that stand at the top of its script. */
    public void tell(String order) throws IOException {
        peer.tell(order, "ok");
    }

    /** Gives an order that is answered by messages. */
    public List<ReadMessage> read(String order) throws IOException {
        int count = Integer.parseInt(peer.tell(order, "ok ").strip());
        List<ReadMessage> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            messages.add(ReadMessage.parse(peer.line("")));
        }
        return messages;
    }

    @Override
    public void close() throws IOException {
        peer.close();
        Files.deleteIfExists(script);
    }
}
