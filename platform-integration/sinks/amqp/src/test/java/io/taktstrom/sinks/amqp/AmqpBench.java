package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.RabbitBroker;
import io.taktstrom.testkit.OnceForAll;

/** A broker for all tests, and what declares and empties its queues. */
final class AmqpBench implements AutoCloseable {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final RabbitBroker broker;
    private BrokerReader reader;

    /** The one of all test classes. */
    static OnceForAll<AmqpBench> shared() {
        return new OnceForAll<>(AmqpBench.class, AmqpBench::new);
    }

    /** Ends the test as skipped without RabbitMQ or Python, or fails where TAKT_INTEROP is 1. */
    private AmqpBench() throws IOException {
        broker = RabbitBroker.start();
        try {
            reader = BrokerReader.ofAmqp(broker.directPort());
        } catch (IOException | RuntimeException | Error e) {
            broker.close();
            throw e;
        }
    }

    RabbitBroker broker() {
        return broker;
    }

    BrokerReader reader() {
        return reader;
    }

    /** A name that nothing has. */
    static String newName() {
        return "samples-" + NAMES.incrementAndGet();
    }

    /** Makes a topic exchange and a queue of one name, which gets all. */
    String exchangeWithQueue() throws IOException {
        String name = newName();
        reader.tell("exchange " + name + " topic");
        reader.tell("queue " + name);
        reader.tell("bind " + name + " " + name + " #");
        return name;
    }

    /** The broker comes back after it was killed, which ended the reader's connection, too. */
    void restart() throws IOException {
        reader.close();
        broker.restart();
        reader = BrokerReader.ofAmqp(broker.directPort());
    }

    @Override
    public void close() throws IOException {
        reader.close();
        broker.close();
    }
}
