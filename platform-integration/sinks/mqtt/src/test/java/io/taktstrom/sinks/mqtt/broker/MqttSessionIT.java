package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.testkit.mqtt.Mosquitto;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What the client library throws at a caller of a session whose thread has ended. */
class MqttSessionIT {

    private static final MqttTopic TOPIC = MqttTopic.of("a");

    private static BrokerSettings settings(Mosquitto broker, boolean version5) {
        Duration limit = Duration.ofSeconds(20);
        return new BrokerSettings(
                "127.0.0.1",
                broker.address().getPort(),
                null,
                version5,
                "ended",
                null,
                Duration.ZERO,
                limit,
                10,
                limit,
                limit);
    }

    private static Message message(String text) {
        return Message.text(TOPIC, text, MqttQos.AT_LEAST_ONCE, false);
    }

    private static CompletableFuture<?> reject() {
        throw new RejectedExecutionException("event executor terminated");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itIsAnOutageToWhoPublishesAndNothingToWhoAcknowledges(boolean version5) throws Exception {
        BlockingQueue<Received> heard = new LinkedBlockingQueue<>();
        SessionCallbacks callbacks = new SessionCallbacks() {
            @Override
            public void received(Received message) {
                heard.add(message);
            }
        };
        try (Mosquitto broker = Mosquitto.start()) {
            MqttSession session =
                    MqttSession.open(settings(broker, version5), SinkContext.standard("ended"), callbacks, cause -> {});
            session.subscribe("a");
            session.deliver(List.of(message("1")), (message, reason) -> {});
            Received message = heard.poll(30, TimeUnit.SECONDS);
            assertThat(message).isNotNull();
            assertThatThrownBy(() -> session.asked(MqttSessionIT::reject))
                    .as("of a session that lives it is a mistake of ours")
                    .isInstanceOf(RejectedExecutionException.class);
            session.end();
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("takt-mqtt-io-ended")));
            assertThatThrownBy(() -> session.deliver(List.of(message("2")), (place, reason) -> {}))
                    .isInstanceOf(IOException.class);
            assertThat(session.asked(MqttSessionIT::reject))
                    .as("in between, when its thread has ended and it does not know yet")
                    .isCompletedExceptionally();
            assertThatThrownBy(() -> session.subscribe("b")).isInstanceOf(IOException.class);
            message.acknowledge().run();
        }
    }
}
