package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageInlet;
import io.taktstrom.sinks.message.MessageUnit;
import io.taktstrom.sinks.message.SinkThreads;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/** Where a stream enters Kafka. The pipeline's thread sends; answers come on the producer's. */
class KafkaInlet extends MessageInlet<KafkaInlet.Route> {

    /** The producer fails each message when its time is over; this is for its callbacks. */
    private static final long GRACE_NANOS = 1_000_000_000;

    /** Beyond this lead brokers refuse a message: message.timestamp.after.max.ms, as it comes. */
    private static final long MAX_AHEAD_NANOS = 3_600_000_000_000L;

    /** What Kafka adds to a message, and what its own headers take: more than it really is. */
    private static final int OVERHEAD = 128;

    private static final int OVERHEAD_OF_HEADERS = 256;

    private final StreamProducer producer;
    private final boolean headers;
    private final boolean bySourceTime;
    private final long maxMessage;
    private final long timeoutNanos;
    private final Set<String> knownTopics = new HashSet<>();

    /**
     * Where a message goes.
     *
     * @param key empty for none
     */
    record Route(String topic, ByteBuffer key) {}

    KafkaInlet(StreamProducer producer, OptionValues options, String stream, SinkContext context) {
        super(
                messages(options, context.name(), stream),
                new Delivery(),
                options.get(ClusterOptions.TIMEOUT).toNanos() + GRACE_NANOS,
                context);
        this.producer = producer;
        headers = options.get(KafkaOptions.HEADERS);
        bySourceTime = options.get(KafkaOptions.TIMESTAMP).equals(KafkaOptions.SOURCE_TIME);
        maxMessage = options.get(KafkaOptions.MAX_MESSAGE);
        timeoutNanos = options.get(ClusterOptions.TIMEOUT).toNanos();
    }

    private static MessageUnit<Route> messages(OptionValues options, String sink, String stream) {
        Template topic = options.get(KafkaOptions.TOPIC).ofStream(sink, stream);
        Template key = options.get(KafkaOptions.KEY).ofStream(sink, stream);
        return new MessageUnit<>(
                PayloadFormat.of(options.get(KafkaOptions.FORMAT)),
                PayloadOptions.selection(options, stream),
                point ->
                        new Route(topic.of(point), ByteBuffer.wrap(key.of(point).getBytes(StandardCharsets.UTF_8))),
                options.get(KafkaOptions.MAX_MESSAGE) - OVERHEAD - OVERHEAD_OF_HEADERS);
    }

    /** At the end of a unit no message is in flight: the more seldom, the better the brokers are used. */
    @Override
    public int unitSamples() {
        return MAX_UNIT_SAMPLES;
    }

    @Override
    protected boolean sendsAhead() {
        return true;
    }

    @Override
    protected final void deliver(FlushUnit unit) throws IOException {
        explained(() -> attempt(reached(), unit));
    }

    @Override
    protected final void sendAhead(FlushUnit unit) throws IOException {
        explained(() -> {
            reached();
            super.sendAhead(unit);
        });
    }

    /** @throws KafkaException when the unit is not delivered */
    void attempt(KafkaProducer<byte[], byte[]> with, FlushUnit unit) throws IOException {
        super.deliver(unit);
    }

    /** The producer; where none of its brokers is known to answer, one is looked for first. */
    private KafkaProducer<byte[], byte[]> reached() throws IOException {
        if (knownTopics.isEmpty()) {
            producer.requireBroker();
        }
        return producer.get();
    }

    private void explained(Sends step) throws IOException {
        try {
            step.run();
        } catch (KafkaException | IllegalStateException e) {
            // The second: the producer was closed, or its state lets nothing be sent any more.
            knownTopics.clear();
            if (!(e instanceof RetriableException)
                    || producer.isDead()
                    || (e instanceof TimeoutException && !isUndecided())) {
                // After a time-out a new one is surer: Kafka's client may have stopped asking for what it lacks.
                producer.discard();
            }
            if (producer.isClosed()) {
                throw new IOException("the sink is closed", e);
            }
            if (e instanceof InterruptException) {
                throw SinkThreads.interrupted("publish to Kafka", e);
            }
            throw new IOException(KafkaWords.explained(e), e);
        }
    }

    /** Whether the outcome of the unit can be had from this producer only. */
    boolean isUndecided() {
        return false;
    }

    @Override
    protected @Nullable String refusal(int m) {
        long overhead = (long) messages.route(m).key().remaining() + OVERHEAD;
        if (headers) {
            overhead += OVERHEAD_OF_HEADERS + messages.point(m).name().length();
        }
        return messages.tooLarge(m, overhead, maxMessage, "message.max.bytes at the brokers");
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
    protected void send(int attempt, int m) throws IOException {
        KafkaProducer<byte[], byte[]> current = producer.get();
        String topic = messages.route(m).topic();
        if (!knownTopics.contains(topic)) {
            // Before a message is sent to it: whatever is wrong with it must not show behind half a unit.
            try {
                current.partitionsFor(topic);
                knownTopics.add(topic);
            } catch (InvalidTopicException e) {
                answered(attempt, m, e);
                return;
            }
        }
        current.send(record(m), (metadata, failure) -> answered(attempt, m, failure));
    }

    @SuppressWarnings("ByteBufferBackingArray") // the key is the whole of an array
    private ProducerRecord<byte[], byte[]> record(int m) {
        ByteBuffer key = messages.route(m).key();
        @Nullable List<Header> all = null;
        if (headers) {
            List<Header> added = new ArrayList<>();
            messages.headers(
                    m, (name, text) -> added.add(new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8))));
            all = added;
        }
        return new ProducerRecord<>(
                messages.route(m).topic(),
                null,
                timestamp(m),
                key.hasRemaining() ? key.array() : null,
                messages.payload(m),
                all);
    }

    private @Nullable Long timestamp(int m) {
        long received = messages.receivedAt(m);
        long source = messages.sourceTime(m);
        boolean isRight = bySourceTime && source >= 0 && (received < 0 || source - received < MAX_AHEAD_NANOS);
        long time = isRight ? source : received;
        // Kafka has no times before 1970: it takes its own.
        return time < 0 ? null : time / NANOS_PER_MILLI;
    }

    private void answered(int attempt, int m, @Nullable Exception failure) {
        if (failure == null) {
            delivery.acknowledged(attempt, m);
        } else if (failure instanceof RecordTooLargeException
                || failure instanceof InvalidTopicException
                || failure instanceof InvalidRecordException) {
            String name = messages.point(m).name();
            delivery.refused(attempt, m, "Kafka will not take " + name + ": " + failure.getMessage());
        } else {
            delivery.failed(attempt, m, failure);
        }
    }

    @Override
    protected void flush() throws IOException {
        producer.flushSoon();
    }

    @Override
    protected void throwFailure(@Nullable Exception failure) {
        throw failure == null
                ? new NoAnswerException(timeoutNanos / NANOS_PER_MILLI)
                : failure instanceof KafkaException known ? known : new KafkaException(failure);
    }

    @Override
    protected void end() {
        producer.close();
    }
}
