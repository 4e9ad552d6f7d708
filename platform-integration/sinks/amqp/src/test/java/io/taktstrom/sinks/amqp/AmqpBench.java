package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.RabbitBroker;

/** A broker for all tests of a class, and what declares and empties its queues. */
final class AmqpBench implements AutoCloseable {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final RabbitBroker broker;
    private final BrokerReader reader;

    /** Ends the test as skipped where there is no RabbitMQ or no Python, or fails where TAKT_INTEROP is 1. */
    AmqpBench() throws IOException {
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

    @Override
    public void close() throws IOException {
        reader.close();
        broker.close();
    }
}
