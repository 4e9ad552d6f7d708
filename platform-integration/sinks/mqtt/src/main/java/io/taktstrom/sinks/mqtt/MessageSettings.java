package io.taktstrom.sinks.mqtt;

import java.util.function.Function;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;

/**
 * What becomes of samples.
 *
 * @param topic filled in but for stream and point
 * @param fields of a stream
 * @param batchBytes from which on a message that holds many samples is ended
 * @param maxPayload more than that is refused, bytes
 * @param about what MQTT 5 says beside each payload
 * @param properties whether that has status and times of the sample, too
 * @param holdsDenied whether samples wait until the broker permits them, rather than being dropped
 */
record MessageSettings(
        Template topic,
        PayloadFormat format,
        Function<String, FieldSelection> fields,
        MqttQos qos,
        boolean retain,
        long batchBytes,
        long maxPayload,
        MessageAbout about,
        boolean properties,
        boolean holdsDenied) {

    Template topicOf(String stream) {
        return topic.with(Template.Name.STREAM, stream);
    }

    PayloadEncoder encoder(String stream) {
        return format.encoder(fields.apply(stream));
    }
}
