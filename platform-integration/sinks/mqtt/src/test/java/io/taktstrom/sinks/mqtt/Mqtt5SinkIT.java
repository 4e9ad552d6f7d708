package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The contract on MQTT 5, with a broker that says how large a message may be. */
class Mqtt5SinkIT extends SinkContract {

    @AutoClose
    private static @Nullable SharedBroker broker;

    @BeforeAll
    static void start() throws IOException {
        broker = new SharedBroker("max_packet_size 20000");
    }

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        SharedBroker running = java.util.Objects.requireNonNull(broker);
        return new BrokerReceiver(
                running,
                new MqttSinkProvider(),
                Map.of(),
                Map.of(),
                () -> Heard.by(running.peer()).stream().map(Heard::sample).toList());
    }
}
