package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.BrokerOptions;
import io.taktstrom.sinks.mqtt.broker.BrokerSettings;
import io.taktstrom.sinks.mqtt.broker.SessionCallbacks;

/** Opens {@code type: mqtt}. */
public final class MqttSinkProvider implements SinkProvider {

    static final String HOLD = "hold";
    private static final String NOWHERE = "none";

    private static final OptionList OPTIONS = new OptionList();

    static {
        OPTIONS.share(BrokerOptions.OF_A_SINK);
    }

    private static final Option<Template> TOPIC = OPTIONS.template(
            "topic",
            Template.Name.OF_A_POINT,
            Topics::level,
            "taktstrom/{point/}",
            "Topic of a sample. Characters not allowed in a topic level (+ # / and controls) become %XX.");

    static final Option<String> FORMAT = OPTIONS.format(PayloadFormat.JSON, format -> true);

    static final Option<Integer> QOS = OPTIONS.whole(
            "qos",
            0,
            2,
            1,
            "1: a unit is published when the broker has acknowledged each message (PUBACK). 2: when it has completed each one"
                    + " (PUBCOMP); after a lost session the unit is sent again, so 2 is at least once, too. 0: when the broker has read"
                    + " all of the unit, which it may discard.");

    static final Option<Boolean> RETAIN =
            OPTIONS.flag("retain", false, "Whether the broker retains the last message of each topic.");

    static final Option<Long> BATCH_SIZE = OPTIONS.size(
            "batchSize",
            "1B",
            "256MiB",
            "64KiB",
            "Formats of many samples: size at which a message is sent; at the latest with its flush unit.");

    static final Option<Long> MAX_PAYLOAD = OPTIONS.size(
            "maxPayload",
            "1B",
            "256MiB",
            "256MiB",
            "Samples with a larger message are refused; for brokers of 3.1.1, which cannot state their limit.");

    static final Option<Duration> EXPIRY = OPTIONS.time(
            "expiry",
            "0s",
            "365d",
            "0s",
            "MQTT 5: when the broker discards undelivered messages, in whole seconds; 0s for never.");

    static final Option<Boolean> PROPERTIES = OPTIONS.flag(
            "properties",
            false,
            "MQTT 5, formats of one sample: status and times (ns since 1970) also as user properties.");

    static final Option<String> ON_REFUSED = OPTIONS.choice(
            "onRefused",
            List.of(HOLD, "drop"),
            HOLD,
            "MQTT 5, qos 1 and 2: samples that the access list forbids. hold: they and later ones stay buffered until permitted;"
                    + " drop: they are dropped and counted as refused.");

    private static final Option<Template> STATUS_TOPIC = OPTIONS.template(
            "statusTopic",
            Template.Name.OF_A_SINK,
            Topics::level,
            NOWHERE,
            "Topic of the retained connection state, also the last will; 'none' for no such topic.");

    private static final Option<String> ONLINE =
            OPTIONS.text("online", "online", "Published there when a session begins.");

    private static final Option<String> OFFLINE =
            OPTIONS.text("offline", "offline", "Published there when a session ends, in order or not.");

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("mqtt", "Publishes samples as messages to a broker of MQTT 3.1.1 or 5.", OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        BrokerSettings settings = BrokerOptions.read(options, context);
        Template topic = topic(options, context);
        Broker broker = new Broker(settings, context, callbacks(options, context));
        long timeout = settings.ackTimeout().toNanos();
        return broker.sink(stream -> new MqttInlet(broker, options, topic, stream, timeout, context), broker::close);
    }

    private static Template topic(OptionValues options, SinkContext context) throws IOException {
        Template topic = options.get(TOPIC).ofSink(context.name());
        try {
            MqttTopic.of(topic.with(Template.Name.STREAM, "stream").of(DataPoint.of("point")));
        } catch (IllegalArgumentException e) {
            throw new IOException("topic " + topic + " makes no topics: " + e.getMessage() + "; leave out + and #", e);
        }
        return topic;
    }

    private static SessionCallbacks callbacks(OptionValues options, SinkContext context) throws IOException {
        String topic = options.get(STATUS_TOPIC).ofSink(context.name()).complete();
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
