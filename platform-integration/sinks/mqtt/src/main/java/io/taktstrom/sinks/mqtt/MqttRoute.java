package io.taktstrom.sinks.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sinks.format.Template;
import org.jspecify.annotations.Nullable;

/**
 * Where samples of a point go.
 *
 * @param topic null when it would not be a valid one
 * @param refusal why
 */
record MqttRoute(@Nullable MqttTopic topic, String refusal) {

    static MqttRoute of(Template topics, DataPoint point) {
        try {
            return new MqttRoute(MqttTopic.of(topics.of(point)), "");
        } catch (IllegalArgumentException e) {
            return new MqttRoute(
                    null,
                    "invalid topic of " + point.name() + ": " + e.getMessage() + "; change the template or the name");
        }
    }
}
