package io.taktstrom.sinks.mqtt.broker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.auth.Mqtt3SimpleAuth;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3ConnectBuilder;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3ConnectRestrictions;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectBuilder;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectRestrictions;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the client library that a {@link MqttSession} needs, for either version of the protocol.
 *
 * @param connect with a last will, or null for none
 * @param receive registers what gets each message that comes
 */
record Protocol(
        Function<@Nullable Message, CompletableFuture<?>> connect,
        Consumer<Consumer<Received>> receive,
        Function<Message, CompletableFuture<?>> publish,
        Function<String, CompletableFuture<?>> subscribe,
        Function<String, CompletableFuture<?>> unsubscribe,
        Supplier<CompletableFuture<?>> disconnect) {

    /**
     * The largest packet that a broker may send us. A command has 64 KiB at most, and other packets are small; without a limit the
     * library gathers 256 MiB of direct memory for one packet.
     */
    static final int MAX_INCOMING_BYTES = 1 << 20;

    static Protocol of(MqttClientBuilder builder, BrokerSettings settings) {
        return settings.version5()
                ? version5(builder.useMqttVersion5().buildAsync(), settings)
                : version3(builder.useMqttVersion3().buildAsync(), settings);
    }

    private static Protocol version3(Mqtt3AsyncClient client, BrokerSettings settings) {
        return new Protocol(
                will -> client.connect(connect3(settings, will)),
                received -> client.publishes(
                        MqttGlobalPublishFilter.ALL,
                        publish -> received.accept(new Received(
                                publish.getTopic().toString(),
                                ByteBuffer.wrap(publish.getPayloadAsBytes()),
                                null,
                                null,
                                publish::acknowledge)),
                        true),
                message -> client.publish(publish3(message)),
                filter -> client.subscribeWith()
                        .topicFilter(filter)
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .send(),
                filter -> client.unsubscribeWith().topicFilter(filter).send(),
                client::disconnect);
    }

    private static Mqtt3Connect connect3(BrokerSettings settings, @Nullable Message will) {
        // MQTT 3.1.1 cannot state the limit to the broker, but the library has one type for both versions, and keeps to
        // it.
        Mqtt3ConnectBuilder connect = Mqtt3Connect.builder()
                .cleanSession(settings.sessionExpiry().isZero())
                .keepAlive((int) settings.keepAlive().toSeconds())
                .restrictions((Mqtt3ConnectRestrictions) Mqtt5ConnectRestrictions.builder()
                        .sendMaximum(settings.maxInFlight())
                        .maximumPacketSize(MAX_INCOMING_BYTES)
                        .build());
        BrokerSettings.Login login = settings.login();
        if (login != null) {
            connect = connect.simpleAuth(Mqtt3SimpleAuth.builder()
                    .username(login.user())
                    .password(login.password().getBytes(StandardCharsets.UTF_8))
                    .build());
        }
        return will == null
                ? connect.build()
                : connect.willPublish(publish3(will)).build();
    }

    private static Mqtt3Publish publish3(Message message) {
        return Mqtt3Publish.builder()
                .topic(message.topic())
                .payload(message.payload())
                .qos(message.qos())
                .retain(message.retain())
                .build();
    }

    private static Protocol version5(Mqtt5AsyncClient client, BrokerSettings settings) {
        return new Protocol(
                will -> client.connect(connect5(settings, will)),
                received -> client.publishes(
                        MqttGlobalPublishFilter.ALL,
                        publish -> received.accept(new Received(
                                publish.getTopic().toString(),
                                ByteBuffer.wrap(publish.getPayloadAsBytes()),
                                publish.getResponseTopic().orElse(null),
                                publish.getCorrelationData().orElse(null),
                                publish::acknowledge)),
                        true),
                message -> client.publish(publish5(message)),
                filter -> client.subscribeWith()
                        .topicFilter(filter)
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .send(),
                filter -> client.unsubscribeWith().topicFilter(filter).send(),
                client::disconnect);
    }

    private static Mqtt5Connect connect5(BrokerSettings settings, @Nullable Message will) {
        Mqtt5ConnectBuilder connect = Mqtt5Connect.builder()
                .cleanStart(settings.sessionExpiry().isZero())
                .sessionExpiryInterval(settings.sessionExpiry().toSeconds())
                .keepAlive((int) settings.keepAlive().toSeconds())
                .restrictions()
                .sendMaximum(settings.maxInFlight())
                .receiveMaximum(settings.maxInFlight())
                .maximumPacketSize(MAX_INCOMING_BYTES)
                .applyRestrictions();
        BrokerSettings.Login login = settings.login();
        if (login != null) {
            connect = connect.simpleAuth(Mqtt5SimpleAuth.builder()
                    .username(login.user())
                    .password(login.password().getBytes(StandardCharsets.UTF_8))
                    .build());
        }
        return will == null
                ? connect.build()
                : connect.willPublish(publish5(will)).build();
    }

    private static Mqtt5Publish publish5(Message message) {
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
}
