package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.Set;

import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageInlet;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Where a stream enters Kafka. The pipeline's thread sends; answers come on the producer's. */
class KafkaInlet extends MessageInlet {

    /** The producer fails each message when its time is over; this is for its callbacks. */
    private static final long GRACE_NANOS = 1_000_000_000;

    final KafkaMessages messages;
    final Delivery delivery;
    private final ProducerSlot slot;
    private final Set<String> knownTopics = new HashSet<>();

    KafkaInlet(ProducerSlot slot, KafkaMessages messages, Delivery delivery, SinkContext context) {
        super(messages.unit(), delivery, messages.timeoutNanos() + GRACE_NANOS, context);
        this.slot = slot;
        this.messages = messages;
        this.delivery = delivery;
    }

    /** At the end of a unit nothing is on its way to the brokers: the more seldom, the better they are used. */
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
    void attempt(KafkaProducer<byte[], byte[]> producer, FlushUnit unit) throws IOException {
        super.deliver(unit);
    }

    /** The producer; where none of its brokers is known to answer, one is looked for first. */
    private KafkaProducer<byte[], byte[]> reached() throws IOException {
        if (knownTopics.isEmpty()) {
            slot.requireBroker();
        }
        return slot.get();
    }

    private void explained(Sends step) throws IOException {
        try {
            step.run();
        } catch (KafkaException | IllegalStateException e) {
            // The second: somebody closed the producer, or its state lets nothing be sent any more.
            knownTopics.clear();
            if (!(e instanceof RetriableException)
                    || slot.isDead()
                    || (e instanceof TimeoutException && !isUndecided())) {
                // After a time-out a new one is surer: Kafka's client may have stopped asking for what it lacks.
                slot.discard();
            }
            if (slot.isClosed()) {
                throw new IOException("the sink is closed", e);
            }
            if (e instanceof InterruptException) {
                throw (IOException) new InterruptedIOException("interrupted while waiting for Kafka").initCause(e);
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
        return messages.tooLarge(m);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
    protected void send(int attempt, int m) throws IOException {
        KafkaProducer<byte[], byte[]> producer = slot.get();
        String topic = messages.unit().route(m).topic();
        if (!knownTopics.contains(topic)) {
            // Before a message is sent to it: whatever is wrong with it must not show behind half a unit.
            try {
                producer.partitionsFor(topic);
                knownTopics.add(topic);
            } catch (InvalidTopicException e) {
                answered(attempt, m, e);
                return;
            }
        }
        producer.send(messages.record(m), (metadata, failure) -> answered(attempt, m, failure));
    }

    private void answered(int attempt, int m, @Nullable Exception failure) {
        if (failure == null) {
            delivery.acknowledged(attempt, m);
        } else if (failure instanceof RecordTooLargeException
                || failure instanceof InvalidTopicException
                || failure instanceof InvalidRecordException) {
            String name = messages.unit().point(m).name();
            delivery.refused(attempt, m, "Kafka will not take " + name + ": " + failure.getMessage());
        } else {
            delivery.failed(attempt, m, failure);
        }
    }

    @Override
    protected void flush() throws IOException {
        slot.flushSoon();
    }

    @Override
    protected void throwFailure(@Nullable Exception failure) {
        throw failure == null
                ? new NoAnswerException(messages.timeoutNanos() / 1_000_000)
                : failure instanceof KafkaException known ? known : new KafkaException(failure);
    }

    @Override
    protected void end() {
        slot.close();
    }
}
