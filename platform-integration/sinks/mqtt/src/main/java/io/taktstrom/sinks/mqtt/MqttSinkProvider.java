package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.format.Options;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.BrokerOptions;
import io.taktstrom.sinks.mqtt.broker.BrokerSettings;
import io.taktstrom.sinks.mqtt.broker.BrokerSink;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;
import io.taktstrom.sinks.mqtt.broker.SessionCallbacks;

/** Opens {@code type: mqtt}. */
public final class MqttSinkProvider implements SinkProvider {

    private static final String NOWHERE = "none";

    private static final Option<Template> TOPIC = PayloadOptions.template(
            "topic",
            Template.Name.OF_A_POINT,
            Topics::level,
            "taktstrom/{point/}",
            "Topic of a sample. Characters not allowed in a topic level (+ # / and controls) become %XX.");

    private static final Option<String> FORMAT = PayloadOptions.format(PayloadFormat.JSON, format -> true);

    private static final Option<Integer> QOS = Option.whole(
            "qos",
            0,
            2,
            1,
            "1: a unit is published when the broker has acknowledged each message (PUBACK). 2: when it has completed each one"
                    + " (PUBCOMP); after a lost session the unit is sent again, so 2 is at least once, too. 0: when the broker has read"
                    + " all of the unit, which it may discard.");

    private static final Option<Boolean> RETAIN =
            Option.flag("retain", false, "Whether the broker retains the last message of each topic.");

    private static final Option<Long> BATCH_SIZE = Options.size(
            "batchSize",
            "1B",
            "256MiB",
            "64KiB",
            "Formats of many samples: size at which a message is sent; at the latest with its flush unit.");

    private static final Option<Long> MAX_PAYLOAD = Options.size(
            "maxPayload",
            "1B",
            "256MiB",
            "256MiB",
            "Samples with a larger message are refused; for brokers of 3.1.1, which cannot state their limit.");

    private static final Option<Duration> EXPIRY = Options.time(
            "expiry",
            "0s",
            "365d",
            "0s",
            "MQTT 5: when the broker discards undelivered messages, in whole seconds; 0s for never.");

    private static final Option<Boolean> PROPERTIES = Option.flag(
            "properties",
            false,
            "MQTT 5, formats of one sample: status and times (ns since 1970) also as user properties.");

    private static final Option<String> ON_REFUSED = Option.choice(
            "onRefused",
            List.of("hold", "drop"),
            "hold",
            "MQTT 5, qos 1 and 2: samples that the access list forbids. hold: they and later ones stay buffered until permitted;"
                    + " drop: they are dropped and counted as refused.");

    private static final Option<Template> STATUS_TOPIC = PayloadOptions.template(
            "statusTopic",
            Template.Name.OF_A_SINK,
            Topics::level,
            NOWHERE,
            "Topic of the retained connection state, also the last will; 'none' for no such topic.");

    private static final Option<String> ONLINE =
            Options.text("online", "online", "Published there when a session begins.");

    private static final Option<String> OFFLINE =
            Options.text("offline", "offline", "Published there when a session ends, in order or not.");

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("mqtt", "Publishes samples as messages to a broker of MQTT 3.1.1 or 5.", options());

    private static List<Option<?>> options() {
        List<Option<?>> options = new ArrayList<>(BrokerOptions.OF_A_SINK);
        options.addAll(List.of(
                TOPIC,
                FORMAT,
                PayloadOptions.FIELDS,
                PayloadOptions.TIME_FORMAT,
                QOS,
                RETAIN,
                BATCH_SIZE,
                MAX_PAYLOAD,
                EXPIRY,
                PROPERTIES,
                ON_REFUSED,
                STATUS_TOPIC,
                ONLINE,
                OFFLINE));
        return options;
    }

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        BrokerSettings broker = BrokerOptions.read(options, context);
        PayloadFormat format = PayloadFormat.of(options.get(FORMAT));
        MessageSettings settings = new MessageSettings(
                topic(options, context),
                format,
                stream -> PayloadOptions.selection(options, stream),
                Objects.requireNonNull(MqttQos.fromCode(options.get(QOS))),
                options.get(RETAIN),
                options.get(BATCH_SIZE),
                options.get(MAX_PAYLOAD),
                new MessageAbout(format.contentType(), options.get(EXPIRY).toSeconds(), Mqtt5UserProperties.of(), null),
                options.get(PROPERTIES),
                options.get(ON_REFUSED).equals("hold"));
        Broker receiver = new Broker(broker, context, callbacks(options, context));
        return new BrokerSink(receiver, stream -> new MqttInlet(receiver, settings, stream), receiver::close);
    }

    private static Template topic(OptionValues options, SinkContext context) throws IOException {
        Template topic = PayloadOptions.ofSink(options.get(TOPIC), context.name());
        try {
            MqttTopic.of(topic.with(Template.Name.STREAM, "stream").of(DataPoint.of("point")));
        } catch (IllegalArgumentException e) {
            throw new IOException("topic " + topic + " makes no topics: " + e.getMessage() + "; leave out + and #", e);
        }
        return topic;
    }

    private static SessionCallbacks callbacks(OptionValues options, SinkContext context) throws IOException {
        String topic =
                PayloadOptions.ofSink(options.get(STATUS_TOPIC), context.name()).complete();
        if (topic.equals(NOWHERE)) {
            return SessionCallbacks.NONE;
        }
        try {
            return new StatusTopic(MqttTopic.of(topic), options.get(ONLINE), options.get(OFFLINE));
        } catch (IllegalArgumentException e) {
            throw new IOException("statusTopic " + topic + " is not a topic: " + e.getMessage(), e);
        }
    }
}
