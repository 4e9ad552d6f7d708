package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.testkit.sink.SinkCuts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that are cut at random moments: {@code ./takt test cuts ROUNDS SEED} does it for longer. */
class MqttCutsIT {

    @AutoClose
    private static @Nullable SharedBroker broker;

    @BeforeAll
    static void start() throws IOException {
        broker = new SharedBroker();
    }

    @ParameterizedTest
    @CsvSource({"1, 5", "1, 3.1.1", "2, 5", "2, 3.1.1"})
    void aSampleThatIsPublishedReachesTheBroker(String qos, String version) throws IOException {
        SharedBroker running = Objects.requireNonNull(broker);
        SinkCuts.play(
                "MQTT " + version + ", qos " + qos,
                () -> new BrokerReceiver(
                        running,
                        new MqttSinkProvider(),
                        Map.of("qos", qos, "version", version),
                        Map.of(),
                        () -> Heard.by(running.peer()).stream()
                                .map(Heard::sample)
                                .toList()));
    }
}
