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
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
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

    private static final long PROTOCOLS_LIMIT = 256L << 20;
    private static final String NOWHERE = "none";

    private static final Option<Template> TOPIC = PayloadOptions.template(
            "topic",
            Template.Name.OF_A_POINT,
            Topics::level,
            "taktstrom/{point/}",
            "Where a sample goes. What is no topic in a name (+ # / and controls) becomes %XX.");

    private static final Option<String> FORMAT = PayloadOptions.format(PayloadFormat.JSON, format -> true);

    private static final Option<Integer> QOS = Option.whole(
            "qos",
            0,
            2,
            1,
            "1: a unit is published when the broker has acknowledged each message (PUBACK). 2: when it has completed each one"
                    + " (PUBCOMP); a session that is lost before that sends the unit again, so 2 is at least once, too. 0: when the"
                    + " broker has read all of the unit, which it may discard unannounced.");

    private static final Option<Boolean> RETAIN = Option.flag(
            "retain", false, "Whether the broker keeps the last message of each topic for those who subscribe later.");

    private static final Option<Long> BATCH_SIZE = Option.size(
            "batchSize",
            1,
            PROTOCOLS_LIMIT,
            64L << 10,
            "Formats that hold many samples: from which size on a message goes out; at the latest with its flush unit.");

    private static final Option<Long> MAX_PAYLOAD = Option.size(
            "maxPayload",
            1,
            PROTOCOLS_LIMIT,
            PROTOCOLS_LIMIT,
            "Samples whose message is larger are refused; for brokers of 3.1.1, which cannot say what they take.");

    private static final Option<Duration> EXPIRY = Option.time(
            "expiry",
            Duration.ZERO,
            Duration.ofDays(365),
            Duration.ZERO,
            "MQTT 5: when the broker throws away what it could not deliver, in whole seconds; 0s for never.");

    private static final Option<Boolean> PROPERTIES = Option.flag(
            "properties",
            false,
            "MQTT 5, formats of one sample: status and times (nanoseconds since 1970) as user properties, too.");

    private static final Option<String> ON_REFUSED = Option.choice(
            "onRefused",
            List.of("hold", "drop"),
            "hold",
            "MQTT 5, qos 1 and 2: what happens to samples that the broker's access list forbids. hold: they, and those behind them,"
                    + " stay buffered and are tried again until it permits them; drop: they are dropped, and counted as refused.");

    private static final Option<Template> STATUS_TOPIC = PayloadOptions.template(
            "statusTopic",
            Template.Name.OF_A_SINK,
            Topics::level,
            NOWHERE,
            "Where we say, kept by the broker, whether we are there; also our last will. 'none' for nowhere.");

    private static final Option<String> ONLINE =
            Option.text("online", OptionType.Text.ANY, "online", "What is said there when a session begins.");

    private static final Option<String> OFFLINE = Option.text(
            "offline", OptionType.Text.ANY, "offline", "What is said there when it ends, however that happens.");

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
