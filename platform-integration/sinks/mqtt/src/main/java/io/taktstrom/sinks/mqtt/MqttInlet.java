package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.Objects;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageInlet;
import io.taktstrom.sinks.message.MessageUnit;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;
import io.taktstrom.sinks.mqtt.broker.MqttSession;
import io.taktstrom.sinks.mqtt.broker.PoisonMessageDetector;
import org.jspecify.annotations.Nullable;

/**
 * Turns the samples of a stream into messages, and delivers those of a flush unit in a session that all streams share. While a poison
 * message is looked for, the stream is alone in the session, and sends one message at a time.
 */
final class MqttInlet extends MessageInlet<MqttRoute> {

    /** What an answer is waited for before the system is asked to hurry. */
    private static final long SOON_NANOS = 500_000;

    private final Broker broker;
    private final long timeoutNanos;
    private final boolean holdsMany;
    private final MqttQos qos;
    private final boolean retain;
    private final long maxPayload;
    private final MessageAbout about;
    private final boolean properties;
    private final boolean holdsDenied;
    private final PoisonMessageDetector detector = new PoisonMessageDetector();
    /** Of the attempt. */
    private volatile Broker.@Nullable Use use;
    /** Of the pipeline's thread, as is the next. */
    private @Nullable Message lastSent;

    private boolean failed;

    /**
     * @param topic filled in but for stream and point
     * @param ackTimeoutNanos how long nothing may be acknowledged
     */
    MqttInlet(
            Broker broker,
            OptionValues options,
            Template topic,
            String stream,
            long ackTimeoutNanos,
            SinkContext context) {
        super(messages(options, topic, stream), new Delivery(), ackTimeoutNanos, context);
        this.broker = broker;
        timeoutNanos = ackTimeoutNanos;
        PayloadFormat format = PayloadFormat.of(options.get(MqttSinkProvider.FORMAT));
        holdsMany = format.holdsMany();
        qos = Objects.requireNonNull(MqttQos.fromCode(options.get(MqttSinkProvider.QOS)));
        retain = options.get(MqttSinkProvider.RETAIN);
        maxPayload = options.get(MqttSinkProvider.MAX_PAYLOAD);
        about = new MessageAbout(
                format.contentType(), options.get(MqttSinkProvider.EXPIRY).toSeconds(), Mqtt5UserProperties.of(), null);
        properties = options.get(MqttSinkProvider.PROPERTIES);
        holdsDenied = options.get(MqttSinkProvider.ON_REFUSED).equals(MqttSinkProvider.HOLD);
    }

    private static MessageUnit<MqttRoute> messages(OptionValues options, Template topic, String stream) {
        Template topics = topic.with(Template.Name.STREAM, stream);
        return new MessageUnit<>(
                PayloadFormat.of(options.get(MqttSinkProvider.FORMAT)),
                PayloadOptions.selection(options, stream),
                point -> MqttRoute.of(topics, point),
                options.get(MqttSinkProvider.BATCH_SIZE),
                true);
    }

    /** A broker takes few large messages as quickly as it can only when others are behind them. */
    @Override
    public int unitSamples() {
        return holdsMany ? MAX_UNIT_SAMPLES : STANDARD_UNIT_SAMPLES;
    }

    @Override
    protected boolean sendsAhead() {
        return !detector.isSuspicious();
    }

    @Override
    protected int sentAlone(FlushUnit unit) {
        return detector.isSuspicious() ? Integer.MAX_VALUE : super.sentAlone(unit);
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        begin(unit, messages.size());
        use().run(session -> {
            sendOpen(sentAlone(unit));
            detector.allTaken();
        });
        delivery.succeed(messages, unit);
    }

    @Override
    protected void begun(int attempt) throws IOException {
        leave();
        use = broker.enter(detector.isSuspicious());
    }

    private Broker.Use use() {
        return Objects.requireNonNull(use);
    }

    private void leave() {
        Broker.Use left = use;
        use = null;
        if (left != null) {
            left.close();
        }
    }

    @Override
    protected @Nullable String refusal(int m) {
        MqttRoute route = messages.route(m);
        if (route.topic() == null) {
            return route.refusal();
        }
        int bytes = messages.bytes(m);
        if (bytes > maxPayload) {
            return "payload of " + bytes + " bytes is larger than maxPayload allows, " + maxPayload
                    + "; raise it, if the broker takes so much";
        }
        return detector.rejectReason(route.topic(), messages.view(m));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
    protected void send(int attempt, int m) {
        MqttTopic topic = Objects.requireNonNull(messages.route(m).topic());
        Message message = new Message(topic, messages.view(m), qos, retain, about(m));
        lastSent = message;
        MqttSession session = use().session();
        session.publish(message).whenComplete((result, failure) -> answered(session, attempt, m, message, failure));
    }

    /** Status and times beside the payload, for formats that have none of them. */
    private MessageAbout about(int m) {
        if (!properties || holdsMany) {
            return about;
        }
        var added = Mqtt5UserProperties.builder().add("status", StatusCode.name(messages.status(m)));
        if (messages.sourceTime(m) != SampleBatch.NO_TIME) {
            added = added.add("sourceTime", Long.toString(messages.sourceTime(m)));
        }
        if (messages.receivedAt(m) != SampleBatch.NO_TIME) {
            added = added.add("receivedAt", Long.toString(messages.receivedAt(m)));
        }
        return about.with(added.build());
    }

    /** On the session's I/O thread, or on that which sends. */
    private void answered(MqttSession session, int attempt, int m, Message message, @Nullable Throwable failure) {
        if (failure == null) {
            // When a session ends, the library completes what the broker has received (PUBREC) as if it had also
            // answered PUBCOMP. A broker may pass such a message on only with the PUBREL that it never got.
            if (qos == MqttQos.EXACTLY_ONCE && !session.isAlive()) {
                delivery.failed(attempt, m, session.lostBeforeCompletion());
            } else {
                detector.taken(message.bytes());
                delivery.acknowledged(attempt, m);
            }
            return;
        }
        MqttSession.Refusal refusal = MqttSession.refusal(message, failure);
        if (refusal == null) {
            delivery.failed(attempt, m, session.failure("publish", failure));
        } else if (refusal.denied() && holdsDenied) {
            delivery.denied(attempt, m, refusal.reason());
        } else {
            delivery.refused(attempt, m, refusal.reason());
        }
    }

    @Override
    protected void flush() throws IOException {
        MqttSession session = use().session();
        if (!delivery.isAnsweredWithin(SOON_NANOS)) {
            session.acknowledge();
        }
        if (qos == MqttQos.AT_MOST_ONCE) {
            session.awaitAllRead();
        }
    }

    @Override
    protected void throwFailure(@Nullable Exception failure) throws IOException {
        MqttSession session = use().session();
        if (session.endedUnexplained()) {
            detector.lost(detector.isSuspicious() ? lastSent : null);
        }
        throw failure instanceof IOException known ? known : session.noAnswer("publish", timeoutNanos);
    }

    @Override
    protected void fail() {
        failed = true;
        if (qos == MqttQos.AT_MOST_ONCE) {
            // Such a message counts as acknowledged once it is written.
            delivery.failWhole();
        } else {
            super.fail();
        }
    }

    @Override
    protected void clear() {
        if (failed) {
            // The client library may still hold payloads.
            messages.discard();
        }
        failed = false;
        lastSent = null;
        super.clear();
        leave();
    }

    @Override
    protected void end() {
        leave();
    }
}
