package io.taktstrom.sinks.mqtt.broker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;

/**
 * Something to publish.
 *
 * @param payload not to be changed before it was delivered or the session has ended
 * @param about what only MQTT 5 can say of it
 */
public record Message(MqttTopic topic, ByteBuffer payload, MqttQos qos, boolean retain, MessageAbout about) {

    /** A text as a message. */
    public static Message text(MqttTopic topic, String payload, MqttQos qos, boolean retain) {
        return new Message(
                topic, ByteBuffer.wrap(payload.getBytes(StandardCharsets.UTF_8)), qos, retain, MessageAbout.NOTHING);
    }

    public int bytes() {
        return payload.remaining();
    }
}
