package io.taktstrom.benchmarks.path;

import java.nio.charset.StandardCharsets;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.taktstrom.data.EpochNanoClock;

/** Hears all that a broker is told, and counts it. */
final class BrokerEar implements AutoCloseable {

    private final EpochNanoClock clock = EpochNanoClock.system();
    private final Arrivals arrivals = new Arrivals();
    private final Mqtt5AsyncClient client;

    BrokerEar(int port, PayloadShape shape) {
        client = Mqtt5Client.builder()
                .identifier("ear")
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildAsync();
        client.connect().join();
        client.subscribeWith()
                .topicFilter(PathContender.TOPIC)
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(message -> hear(message, shape))
                .send()
                .join();
    }

    private void hear(Mqtt5Publish message, PayloadShape shape) {
        shape.read(new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8), clock.epochNanos(), arrivals);
    }

    Arrivals arrivals() {
        return arrivals;
    }

    @Override
    public void close() {
        client.disconnect().join();
    }
}
