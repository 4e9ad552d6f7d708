package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.testkit.SinkContract;
import io.taktstrom.testkit.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on MQTT 3.1.1. */
class Mqtt3SinkIT extends SinkContract {

    private static @Nullable SharedBroker broker;

    @BeforeAll
    static void start() throws IOException {
        broker = new SharedBroker();
    }

    @AfterAll
    static void stop() throws IOException {
        if (broker != null) {
            broker.close();
        }
    }

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        SharedBroker running = java.util.Objects.requireNonNull(broker);
        return new BrokerReceiver(
                running,
                new MqttSinkProvider(),
                Map.of("version", "3.1.1", "maxPayload", "20KiB"),
                Map.of(),
                () -> Heard.by(running.peer()).stream().map(Heard::sample).toList());
    }
}
