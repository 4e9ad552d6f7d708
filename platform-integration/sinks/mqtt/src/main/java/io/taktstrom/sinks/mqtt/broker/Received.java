package io.taktstrom.sinks.mqtt.broker;

import java.nio.ByteBuffer;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import org.jspecify.annotations.Nullable;

/**
 * A message that the broker has sent us.
 *
 * @param answerTo where MQTT 5 says that an answer is awaited; null for nowhere
 * @param correlation what an answer has to carry then; null for nothing
 * @param acknowledge tells the broker that it need not send it again; in vain, and without harm, once the session is gone. Any thread
 */
public record Received(
        String topic,
        ByteBuffer payload,
        @Nullable MqttTopic answerTo,
        @Nullable ByteBuffer correlation,
        Runnable acknowledge) {}
