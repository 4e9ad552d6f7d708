package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.List;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.sinks.mqtt.broker.Link;
import io.taktstrom.sinks.mqtt.broker.Manners;
import io.taktstrom.sinks.mqtt.broker.Message;

/**
 * Whether we are there, as a message that the broker keeps: said when a session begins and before it ends, and by the broker
 * for us when we are gone without a word.
 *
 * @param online what is said at the begin
 * @param offline what is said at the end, and as the last will
 */
record StatusTopic(MqttTopic topic, String online, String offline) implements Manners {

    @Override
    public Message will() {
        return message(offline);
    }

    @Override
    public void greet(Link link) throws IOException {
        StringBuilder refusal = new StringBuilder();
        link.deliver(List.of(message(online)), (message, reason) -> refusal.append(reason));
        if (!refusal.isEmpty()) {
            throw new IOException("statusTopic: " + refusal);
        }
    }

    @Override
    public List<Message> farewell() {
        return List.of(message(offline));
    }

    private Message message(String text) {
        return Message.text(topic, text, MqttQos.AT_LEAST_ONCE, true);
    }
}
