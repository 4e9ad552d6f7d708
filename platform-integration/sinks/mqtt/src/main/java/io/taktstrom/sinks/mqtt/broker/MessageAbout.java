package io.taktstrom.sinks.mqtt.broker;

import java.nio.ByteBuffer;

import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * What MQTT 5 says beside a payload; left out with 3.1.1.
 *
 * @param contentType null for none
 * @param expirySeconds after which the broker throws away what it could not deliver; 0 for never
 * @param correlation what says which message it answers; null when it answers none
 */
public record MessageAbout(
        @Nullable String contentType,
        long expirySeconds,
        Mqtt5UserProperties properties,
        @Nullable ByteBuffer correlation) {

    public static final MessageAbout NOTHING = new MessageAbout(null, 0, Mqtt5UserProperties.of(), null);

    public MessageAbout with(Mqtt5UserProperties newProperties) {
        return new MessageAbout(contentType, expirySeconds, newProperties, correlation);
    }
}
