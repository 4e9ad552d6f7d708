package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.message.MessageUnit;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;
import io.taktstrom.sinks.mqtt.broker.PipelinedPublishes;
import io.taktstrom.sinks.mqtt.broker.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Turns the samples of a stream into messages, and delivers those of a flush unit together, the first ones while the last ones
 * are being made. Up to the payload it allocates nothing per sample; the client library does per message.
 */
final class MqttInlet implements SinkInlet, Refusal {

    /** So many bytes are worth being sent before the unit is whole. */
    private static final int AHEAD_BYTES = 64 << 10;

    private final Broker broker;
    private final MessageSettings settings;
    private final MessageUnit<Route> unit;
    private final PipelinedPublishes publishes = new PipelinedPublishes();
    /** Messages to send, in order, and the number of each in the unit. */
    private final List<Message> messages = new ArrayList<>();

    private final List<Integer> numbers = new ArrayList<>();
    private final Map<Integer, Refused> refusals = new TreeMap<>();
    /** The first message that was not looked at yet. */
    private int next;

    private int aheadBytes;

    /**
     * Where samples of a point go.
     *
     * @param topic null when it would not be a valid one
     * @param refusal why
     */
    private record Route(@Nullable MqttTopic topic, String refusal) {}

    /** @param denied whether the broker takes the message once an administrator permits it */
    private record Refused(String reason, boolean denied) {}

    MqttInlet(Broker broker, MessageSettings settings, String stream) {
        this.broker = broker;
        this.settings = settings;
        Template topics = settings.topicOf(stream);
        unit = new MessageUnit<>(
                settings.format(),
                () -> settings.encoder(stream),
                (group, point) -> route(topics, group, point),
                (int) settings.batchBytes(),
                true);
    }

    private static Route route(Template topics, PointGroup group, int point) {
        DataPoint itself = group.points().get(point);
        try {
            return new Route(MqttTopic.of(topics.of(itself)), "");
        } catch (IllegalArgumentException e) {
            return new Route(
                    null,
                    "invalid topic of " + itself.name() + ": " + e.getMessage() + "; change the template or the name");
        }
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit flushUnit) throws IOException {
        boolean gathered = false;
        try {
            unit.add(batch);
            if (flushUnit.isComplete()) {
                unit.complete();
                addWhole();
                broker.deliver(messages, publishes, this);
                refuse(flushUnit);
                unit.clear();
                clear();
            } else if (flushUnit.attempt() == 1 && unit.bytes() - aheadBytes >= AHEAD_BYTES) {
                aheadBytes = unit.bytes();
                addWhole();
                broker.sendAhead(messages, publishes);
            }
            gathered = true;
        } finally {
            if (!gathered) {
                // The client library may still hold payloads.
                unit.discard();
                clear();
                publishes.end();
            }
        }
    }

    /** Adds the messages that can be sent now. */
    private void addWhole() {
        for (int whole = unit.whole(); next < whole; next++) {
            Route route = unit.route(next);
            int bytes = unit.bytes(next);
            if (route.topic() == null) {
                refusals.put(next, new Refused(route.refusal(), false));
            } else if (bytes > settings.maxPayload()) {
                String reason = "payload of " + bytes + " bytes is larger than maxPayload allows, "
                        + settings.maxPayload() + "; raise it, if the broker takes so much";
                refusals.put(next, new Refused(reason, false));
            } else {
                numbers.add(next);
                messages.add(
                        new Message(route.topic(), unit.view(next), settings.qos(), settings.retain(), about(next)));
            }
        }
    }

    /** Status and times beside the payload, for formats that have none of them. */
    private MessageAbout about(int m) {
        if (!settings.properties() || settings.format().holdsMany()) {
            return settings.about();
        }
        var properties = Mqtt5UserProperties.builder().add("status", StatusCode.name(unit.status(m)));
        if (unit.sourceTime(m) != SampleBatch.NO_TIME) {
            properties = properties.add("sourceTime", Long.toString(unit.sourceTime(m)));
        }
        if (unit.receivedAt(m) != SampleBatch.NO_TIME) {
            properties = properties.add("receivedAt", Long.toString(unit.receivedAt(m)));
        }
        return settings.about().with(properties.build());
    }

    @Override
    public void refused(int place, String reason) {
        refusals.put(numbers.get(place), new Refused(reason, false));
    }

    @Override
    public void denied(int place, String reason) {
        refusals.put(numbers.get(place), new Refused(reason, settings.holdsDenied()));
    }

    private void refuse(FlushUnit flushUnit) {
        if (refusals.values().stream().anyMatch(Refused::denied)) {
            denyBehind();
        }
        refusals.forEach((m, refused) -> {
            if (refused.denied()) {
                unit.deny(m, flushUnit, refused.reason());
            } else {
                unit.refuse(m, flushUnit, refused.reason());
            }
        });
    }

    /** Later messages of a denied one's topic are denied as well, so that a subscriber gets the latest one last. */
    private void denyBehind() {
        Map<Route, Refused> denied = new HashMap<>();
        for (int m = 0; m < unit.size(); m++) {
            Refused refused = refusals.get(m);
            if (refused == null) {
                refused = denied.get(unit.route(m));
                if (refused != null) {
                    refusals.put(m, refused);
                }
            } else if (refused.denied()) {
                denied.put(unit.route(m), refused);
            }
        }
    }

    /** A broker takes few large messages as quickly as it can only when others are behind them. */
    @Override
    public int unitSamples() {
        return settings.format().holdsMany() ? MAX_UNIT_SAMPLES : STANDARD_UNIT_SAMPLES;
    }

    private void clear() {
        messages.clear();
        numbers.clear();
        refusals.clear();
        next = 0;
        aheadBytes = 0;
    }

    @Override
    public void close() {
        publishes.end();
    }
}
