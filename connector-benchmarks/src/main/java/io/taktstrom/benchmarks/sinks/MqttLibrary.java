package io.taktstrom.benchmarks.sinks;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.taktstrom.benchmarks.stream.PlantSource;

/** HiveMQ's client by itself: MQTT 5, QoS 1, as many messages on their way as our sink allows. */
final class MqttLibrary implements UnitOperation {

    /** Our sink's default. */
    private static final int MOST_IN_FLIGHT = 1_000;

    private final Payloads payloads;
    private final String contentType;
    private final MqttTopic[] topics = new MqttTopic[PlantSource.POINTS];
    private final Window window = new Window();
    private final Mqtt5AsyncClient client;

    MqttLibrary(Target target, Payloads payloads, String address) {
        this.payloads = payloads;
        contentType = target.format().contentType();
        for (int i = 0; i < topics.length; i++) {
            topics[i] = MqttTopic.of(target.format().holdsMany() ? "plant" : "plant/press1/axis" + i + "/position");
        }
        client = Mqtt5Client.builder()
                // Each of the two that take turns is a client of its own.
                .identifier("library-" + ProcessHandle.current().pid())
                .serverHost("127.0.0.1")
                .serverPort(Integer.parseInt(Target.portOf(address)))
                .buildAsync();
        client.connectWith()
                .cleanStart(true)
                .restrictions()
                .sendMaximum(MOST_IN_FLIGHT)
                .applyRestrictions()
                .send()
                .join();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the window hears the same
    public void once() throws Exception {
        byte[][] unit = payloads.nextMessages();
        for (int i = 0; i < unit.length; i++) {
            window.sent();
            client.publish(Mqtt5Publish.builder()
                            .topic(topics[i % topics.length])
                            .payload(unit[i])
                            .qos(MqttQos.AT_LEAST_ONCE)
                            .contentType(contentType)
                            .build())
                    .whenComplete((result, failure) -> window.answered(1, failure));
        }
    }

    @Override
    public void settle() throws Exception {
        window.settle();
    }

    @Override
    public void close() {
        client.disconnect().join();
    }
}
