package io.taktstrom.sinks.mqtt.broker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.auth.Mqtt3SimpleAuth;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3ConnectBuilder;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3ConnectRestrictions;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectRestrictions;
import io.taktstrom.sink.SinkContext;
import org.jspecify.annotations.Nullable;

/** A session of MQTT 3.1.1. */
final class Mqtt3Session extends Session {

    private final Mqtt3AsyncClient client;

    Mqtt3Session(BrokerSettings settings, SinkContext context, Consumer<Throwable> onLost) {
        super(settings, context, onLost);
        client = client().useMqttVersion3().buildAsync();
    }

    @Override
    CompletableFuture<?> connect(@Nullable Message will) {
        Mqtt3ConnectBuilder connect = Mqtt3Connect.builder()
                .cleanSession(settings().sessionExpiry().isZero())
                .keepAlive((int) settings().keepAlive().toSeconds())
                .restrictions(restrictions());
        BrokerSettings.Login login = settings().login();
        if (login != null) {
            connect = connect.simpleAuth(Mqtt3SimpleAuth.builder()
                    .username(login.user())
                    .password(login.password().getBytes(StandardCharsets.UTF_8))
                    .build());
        }
        if (will != null) {
            connect = connect.willPublish(publishOf(will));
        }
        return client.connect(connect.build());
    }

    /** MQTT 3.1.1 cannot state the limit to the broker, but the library has one type for both versions, and keeps to it. */
    private Mqtt3ConnectRestrictions restrictions() {
        return (Mqtt3ConnectRestrictions) Mqtt5ConnectRestrictions.builder()
                .sendMaximum(settings().maxInFlight())
                .maximumPacketSize(MAX_INCOMING_BYTES)
                .build();
    }

    @Override
    void hear(Consumer<Received> received) {
        client.publishes(
                MqttGlobalPublishFilter.ALL,
                publish -> received.accept(new Received(
                        publish.getTopic().toString(),
                        ByteBuffer.wrap(publish.getPayloadAsBytes()),
                        null,
                        null,
                        ifAlive(publish::acknowledge))),
                true);
    }

    private static Mqtt3Publish publishOf(Message message) {
        return Mqtt3Publish.builder()
                .topic(message.topic())
                .payload(message.payload())
                .qos(message.qos())
                .retain(message.retain())
                .build();
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
