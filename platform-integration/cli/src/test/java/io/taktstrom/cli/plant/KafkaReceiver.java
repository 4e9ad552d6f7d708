package io.taktstrom.cli.plant;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.testkit.FaultProxy;

/** Kafka, read by librdkafka. */
public final class KafkaReceiver extends Receiver {

    private final KafkaBroker broker = KafkaBroker.start();
    private final BrokerReader reader = BrokerReader.ofKafka();

    /**
     * Starts a broker.
     *
     * @param streams each has a topic of its name
     */
    public KafkaReceiver(String... streams) throws IOException {
        for (String stream : streams) {
            broker.createTopic(stream, 1, Map.of());
        }
    }

    @Override
    public FaultProxy proxy() {
        return broker.proxy();
    }

    @Override
    public String options() {
        return "type: kafka, brokers: \"" + broker.address() + "\", topic: \"{stream}\"";
    }

    @Override
    public List<SeenSample> next(String stream) throws IOException {
        return reader.read("next " + broker.directAddress() + " " + stream).stream()
                .map(ReadMessage::text)
                .map(SeenSample::ofJson)
                .toList();
    }

    @Override
    public void kill() {
        broker.kill();
    }

    @Override
    public void restart() throws IOException {
        broker.restart();
    }

    @Override
    public void signal(String name) throws IOException {
        broker.signal(name);
    }

    @Override
    public void close() throws IOException {
        reader.close();
        broker.close();
    }
}
