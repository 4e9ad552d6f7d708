package io.taktstrom.cli.plant;

import java.io.IOException;
import java.net.URI;
import java.util.List;

import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.RabbitBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.testkit.FaultProxy;

/** RabbitMQ with a queue on disk, emptied by pika. */
public final class AmqpReceiver extends Receiver {

    private final RabbitBroker broker = RabbitBroker.start();
    private BrokerReader reader = BrokerReader.ofAmqp(broker.directPort());

    public AmqpReceiver() throws IOException {
        reader.tell("queue faults");
        reader.tell("bind faults amq.topic #");
    }

    @Override
    public FaultProxy proxy() {
        return broker.proxy();
    }

    @Override
    public String options() {
        return "type: amqp, url: \"amqp://127.0.0.1:" + URI.create(broker.url()).getPort()
                + "\", exchange: amq.topic, routingKey: plc";
    }

    @Override
    public List<SeenSample> next(String stream) throws IOException {
        return reader.read("take faults").stream()
                .map(ReadMessage::text)
                .map(SeenSample::ofJson)
                .toList();
    }

    @Override
    public void kill() throws IOException {
        reader.close();
        broker.kill();
    }

    @Override
    public void restart() throws IOException {
        broker.restart();
        reader = BrokerReader.ofAmqp(broker.directPort());
    }

    @Override
    public void close() throws IOException {
        reader.close();
        broker.close();
    }
}
