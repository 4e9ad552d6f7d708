package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.mqtt.broker.Ahead;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;
import io.taktstrom.sinks.mqtt.broker.Outbox;
import io.taktstrom.sinks.mqtt.broker.Suspects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the samples of a stream into messages, and delivers those of a flush unit together, the first ones while the last ones
 * are being made. Up to the payload it allocates nothing per sample; the client library does per message.
 */
final class MqttInlet implements SinkInlet {

    /** So many bytes are worth being sent before the unit is whole. */
    private static final int AHEAD_BYTES = 64 << 10;

    /** Nothing is sent there. */
    private static final MqttTopic NO_TOPIC = MqttTopic.of("none");

    private final Broker broker;
    private final MessageSettings settings;
    private final String stream;
    private final Template topics;
    private final PayloadEncoder single;
    private final PointCache<Target> targets = new PointCache<>(this::target);
    private final Map<MqttTopic, Gathered> byTopic = new HashMap<>();
    private final List<Gathered> gathered = new ArrayList<>();
    private final Suspects suspects = new Suspects();
    private final List<Message> messages = new ArrayList<>();
    private final Ahead ahead = new Ahead();
    private int aheadBytes;
    private Outbox outbox = new Outbox();

    /** A topic, and the message that samples of the unit are gathered in where the format holds many. */
    private static final class Gathered {

        private static final int NONE = -1;

        private final MqttTopic topic;
        private final PayloadEncoder encoder;
        private int message = NONE;

        Gathered(MqttTopic topic, PayloadEncoder encoder) {
            this.topic = topic;
            this.encoder = encoder;
        }
    }

    /**
     * Where samples of a point go.
     *
     * @param topic null when it would be none
     * @param refusal why it would be none
     */
    private record Target(@Nullable Gathered topic, String refusal) {}

    MqttInlet(Broker broker, MessageSettings settings, String stream) {
        this.broker = broker;
        this.settings = settings;
        this.stream = stream;
        topics = settings.topicOf(stream);
        single = settings.encoder(stream);
    }

    private Target target(PointGroup group, int point) {
        DataPoint itself = group.points().get(point);
        try {
            MqttTopic topic = MqttTopic.of(topics.of(itself));
            return new Target(byTopic.computeIfAbsent(topic, this::gathered), "");
        } catch (IllegalArgumentException e) {
            return new Target(
                    null,
                    "the topic of " + itself.name() + " is none of MQTT: " + e.getMessage()
                            + "; change the template or the name");
        }
    }

    private Gathered gathered(MqttTopic topic) {
        Gathered made = new Gathered(topic, settings.format().holdsMany() ? settings.encoder(stream) : single);
        gathered.add(made);
        return made;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean wellSoFar = false;
        try {
            add(batch);
            if (unit.isComplete()) {
                endGathered();
                deliver(unit);
                clear();
            } else if (unit.attempt() == 1 && outbox.bytes() - aheadBytes >= AHEAD_BYTES) {
                sendAhead();
            }
            wellSoFar = true;
        } finally {
            if (!wellSoFar) {
                forget();
            }
        }
    }

    /** The samples of a batch as payloads. Hot. */
    void add(SampleBatch batch) {
        boolean many = settings.format().holdsMany();
        for (int i = 0; i < batch.size(); ) {
            Target target = targets.at(batch.group(), batch.pointAt(i));
            Gathered topic = target.topic();
            if (topic == null) {
                int message = outbox.begin(NO_TOPIC, MessageAbout.NOTHING);
                outbox.add(message);
                outbox.end(message, target.refusal());
                i++;
            } else if (many) {
                i = addToMany(topic, batch, i);
            } else {
                addAlone(topic.topic, batch, i++);
            }
        }
    }

    private void addAlone(MqttTopic topic, SampleBatch batch, int i) {
        int message = outbox.begin(topic, settings.properties() ? about(batch, i) : settings.about());
        outbox.add(message);
        single.begin();
        single.add(batch, i);
        end(message, single);
    }

    /** Adds the samples from here on that go to the same topic, and says which is the first that does not. */
    private int addToMany(Gathered many, SampleBatch batch, int from) {
        int to = from + 1;
        while (to < batch.size() && targets.at(batch.group(), batch.pointAt(to)).topic() == many) {
            to++;
        }
        for (int i = from; i < to; ) {
            if (many.message == Gathered.NONE) {
                many.message = outbox.begin(many.topic, settings.about());
                many.encoder.begin();
            }
            int end = many.encoder.addWithin(settings.batchBytes(), batch, i, to);
            outbox.add(many.message, end - i);
            if (many.encoder.bytes() >= settings.batchBytes()) {
                end(many.message, many.encoder);
                many.message = Gathered.NONE;
            }
            i = end;
        }
        return to;
    }

    /** Ends the messages that more samples could have come to. */
    void endGathered() {
        for (int i = 0; i < gathered.size(); i++) {
            Gathered many = gathered.get(i);
            if (many.message != Gathered.NONE) {
                end(many.message, many.encoder);
                many.message = Gathered.NONE;
            }
        }
    }

    private void end(int message, PayloadEncoder encoder) {
        var payload = encoder.end();
        if (payload.remaining() > settings.maxPayload()) {
            outbox.end(
                    message,
                    "a payload of " + payload.remaining() + " bytes is larger than maxPayload allows, "
                            + settings.maxPayload() + "; raise it, if the broker takes so much");
        } else {
            outbox.end(message, payload);
        }
    }

    /** Status and times beside the payload, for formats that have none of them. Allocates. */
    private MessageAbout about(SampleBatch batch, int i) {
        var properties = Mqtt5UserProperties.builder().add("status", StatusCode.name(batch.statusAt(i)));
        if (batch.sourceTimeAt(i) != SampleBatch.NO_TIME) {
            properties = properties.add("sourceTime", Long.toString(batch.sourceTimeAt(i)));
        }
        if (batch.receivedAt() != SampleBatch.NO_TIME) {
            properties = properties.add("receivedAt", Long.toString(batch.receivedAt()));
        }
        return settings.about().with(properties.build());
    }

    /** A broker takes few large messages as quickly as it can only when others are behind them. */
    @Override
    public int unitSamples() {
        return settings.format().holdsMany() ? MAX_UNIT_SAMPLES : STANDARD_UNIT_SAMPLES;
    }

    private void sendAhead() throws IOException {
        aheadBytes = outbox.bytes();
        outbox.addWhole(messages, settings.qos(), settings.retain());
        broker.sendAhead(messages, ahead, suspects);
    }

    private void deliver(FlushUnit unit) throws IOException {
        outbox.addWhole(messages, settings.qos(), settings.retain());
        broker.deliver(messages, ahead, suspects, outbox);
        outbox.refuseFrom(unit, settings.holdsDenied());
    }

    void clear() {
        outbox.clear();
        messages.clear();
        aheadBytes = 0;
    }

    private void forget() {
        clear();
        // Another one: the client library may still hold payloads of this.
        outbox = new Outbox();
        ahead.end();
        gathered.forEach(many -> many.message = Gathered.NONE);
    }

    @Override
    public void close() {
        ahead.end();
    }
}
