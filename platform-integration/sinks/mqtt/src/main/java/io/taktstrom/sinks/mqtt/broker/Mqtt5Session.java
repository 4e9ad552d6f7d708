package io.taktstrom.sinks.mqtt.broker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectBuilder;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder;
import io.taktstrom.sink.SinkContext;
import org.jspecify.annotations.Nullable;

/** A session of MQTT 5. */
final class Mqtt5Session extends Session {

    private final Mqtt5AsyncClient client;

    Mqtt5Session(BrokerSettings settings, SinkContext context, Consumer<Throwable> onLost) {
        super(settings, context, onLost);
        client = client().useMqttVersion5().buildAsync();
    }

    @Override
    CompletableFuture<?> connect(@Nullable Message will) {
        Mqtt5ConnectBuilder connect = Mqtt5Connect.builder()
                .cleanStart(settings().sessionExpiry().isZero())
                .sessionExpiryInterval(settings().sessionExpiry().toSeconds())
                .keepAlive((int) settings().keepAlive().toSeconds())
                .restrictions()
                .sendMaximum(settings().maxInFlight())
                .receiveMaximum(settings().maxInFlight())
                .maximumPacketSize(MAX_INCOMING_BYTES)
                .applyRestrictions();
        BrokerSettings.Login login = settings().login();
        if (login != null) {
            connect = connect.simpleAuth(Mqtt5SimpleAuth.builder()
                    .username(login.user())
                    .password(login.password().getBytes(StandardCharsets.UTF_8))
                    .build());
        }
        if (will != null) {
            connect = connect.willPublish(publishOf(will));
        }
        return client.connect(connect.build());
    }

    @Override
    void hear(Consumer<Received> received) {
        client.publishes(
                MqttGlobalPublishFilter.ALL,
                publish -> received.accept(new Received(
                        publish.getTopic().toString(),
                        ByteBuffer.wrap(publish.getPayloadAsBytes()),
                        publish.getResponseTopic().orElse(null),
                        publish.getCorrelationData().orElse(null),
                        ifAlive(publish::acknowledge))),
                true);
    }

    private static Mqtt5Publish publishOf(Message message) {
        MessageAbout about = message.about();
        Mqtt5PublishBuilder.Complete publish = Mqtt5Publish.builder()
                .topic(message.topic())
                .payload(message.payload())
                .qos(message.qos())
                .retain(message.retain())
                .contentType(about.contentType())
                .correlationData(about.correlation())
                .userProperties(about.properties());
        return about.expirySeconds() == 0
                ? publish.build()
                : publish.messageExpiryInterval(about.expirySeconds()).build();
    }

    @Override
    CompletableFuture<?> publish(Message message) {
        return client.publish(publishOf(message));
    }

    @Override
    CompletableFuture<?> subscribeTo(String filter) {
        return client.subscribeWith()
                .topicFilter(filter)
                .qos(MqttQos.AT_LEAST_ONCE)
                .send();
    }

    @Override
    CompletableFuture<?> ask() {
        return client.unsubscribeWith().topicFilter(NOBODYS_FILTER).send();
    }

    @Override
    CompletableFuture<?> disconnect() {
        return client.disconnect();
    }
}
