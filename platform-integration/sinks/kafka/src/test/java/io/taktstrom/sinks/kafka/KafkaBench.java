package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.testkit.OnceForAll;

/** A broker for all tests, and a topic of its own for each. */
public final class KafkaBench implements AutoCloseable {

    private static final AtomicInteger TOPICS = new AtomicInteger();

    private final BrokerReader reader;
    private final KafkaBroker broker;

    /** The one of all test classes. */
    public static OnceForAll<KafkaBench> shared() {
        return new OnceForAll<>(KafkaBench.class, KafkaBench::new);
    }

    /** Ends the test as skipped without Python, or fails where TAKT_INTEROP is 1. */
    private KafkaBench() throws IOException {
        reader = BrokerReader.ofKafka();
        try {
            broker = KafkaBroker.start();
        } catch (IOException | RuntimeException | Error e) {
            reader.close();
            throw e;
        }
    }

    public KafkaBroker broker() {
        return broker;
    }

    /** A new topic. */
    String topic(int partitions) throws IOException {
        String topic = newName();
        broker.createTopic(topic, partitions, Map.of());
        return topic;
    }

    /** The name of a topic that is not there. */
    static String newName() {
        return "samples-" + TOPICS.incrementAndGet();
    }

    public List<ReadMessage> read(String topic) throws IOException {
        return reader.read("read " + broker.directAddress() + " " + topic);
    }

    /** Without what was not committed. */
    List<ReadMessage> committed(String topic) throws IOException {
        return reader.read("committed " + broker.directAddress() + " " + topic);
    }

    @Override
    public void close() throws IOException {
        reader.close();
        broker.close();
    }
}
