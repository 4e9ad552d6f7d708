package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.List;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.MqttSession;
import io.taktstrom.sinks.mqtt.broker.SessionCallbacks;

/**
 * Whether the client is connected, as a retained message: published when a session begins and before it ends, and by the broker
 * as the last will.
 *
 * @param online published at the begin
 * @param offline published at the end, and as the last will
 */
record StatusTopic(MqttTopic topic, String online, String offline) implements SessionCallbacks {

    @Override
    public Message will() {
        return message(offline);
    }

    @Override
    public void connected(MqttSession session) throws IOException {
        StringBuilder refusal = new StringBuilder();
        session.deliver(List.of(message(online)), (message, reason) -> refusal.append(reason));
        if (!refusal.isEmpty()) {
            throw new IOException("statusTopic: " + refusal);
        }
    }

    @Override
    public List<Message> lastMessages() {
        return List.of(message(offline));
    }

    private Message message(String text) {
        return Message.text(topic, text, MqttQos.AT_LEAST_ONCE, true);
    }
}
