package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.Set;

import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Delivers units: sends all messages, the first ones while the last ones are being made, and returns when the brokers have
 * acknowledged each. The pipeline's thread; answers come on the producer's.
 *
 * <p>When a unit comes again, its first open message goes ahead alone: as long as the receiver does not take that one,
 * nothing behind it gets there twice.
 */
class Courier {

    /** The producer fails each message when its time is over; this is for its callbacks. */
    private static final long GRACE_NANOS = 1_000_000_000;

    final ProducerSlot slot;
    final KafkaMessages messages;
    final Delivery delivery = new Delivery();
    private final Set<String> knownTopics = new HashSet<>();
    private boolean isAhead;
    private int attempt;
    /** Those before were sent ahead. */
    private int sentTo;

    Courier(ProducerSlot slot, KafkaMessages messages) {
        this.slot = slot;
        this.messages = messages;
    }

    final MessageUnit<Route> unit() {
        return messages.unit();
    }

    /** Delivers the unit, or throws. */
    final void deliver(FlushUnit flushUnit) throws IOException {
        explained(() -> attempt(reached(), flushUnit));
    }

    /** The producer; where none of its brokers is known to answer, one is looked for first. */
    private KafkaProducer<byte[], byte[]> reached() throws IOException {
        if (knownTopics.isEmpty()) {
            slot.requireBroker();
        }
        return slot.get();
    }

    /** Sends what is whole of a unit that comes for the first time. */
    void sendAhead(FlushUnit flushUnit) throws IOException {
        if (flushUnit.attempt() == 1) {
            explained(() -> {
                KafkaProducer<byte[], byte[]> producer = reached();
                begin(flushUnit, unit().whole());
                isAhead = true;
                send(producer);
            });
        }
    }

    @FunctionalInterface
    private interface Step {
        void take() throws IOException;
    }

    private void explained(Step step) throws IOException {
        try {
            step.take();
        } catch (KafkaException | IllegalStateException e) {
            // The second: somebody closed the producer, or its state lets nothing be sent any more.
            isAhead = false;
            forget();
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

    /** @throws KafkaException when the unit is not delivered */
    void attempt(KafkaProducer<byte[], byte[]> producer, FlushUnit flushUnit) throws IOException {
        begin(flushUnit, unit().size());
        isAhead = false;
        sendOpen(producer, flushUnit.attempt() > 1);
        delivery.succeed(unit(), flushUnit);
    }

    /** Begins an attempt, or goes on with one that is ahead. */
    final void begin(FlushUnit flushUnit, int size) {
        if (isAhead && flushUnit.attempt() == 1 && delivery.isOf(flushUnit)) {
            delivery.extend(size);
        } else {
            attempt = delivery.begin(flushUnit, size);
            sentTo = 0;
        }
    }

    /** Whether the outcome of the unit can be had from this producer only. */
    boolean isUndecided() {
        return false;
    }

    /** What the failed attempt leaves for the next. */
    void forget() {
        delivery.fail(unit());
    }

    /** @param carefully whether the first message goes ahead alone */
    final void sendOpen(KafkaProducer<byte[], byte[]> producer, boolean carefully) throws IOException {
        int first = delivery.next(sentTo);
        if (carefully && first < unit().size()) {
            delivery.sent(first);
            send(producer, first);
            awaitAnswers();
            sentTo = first + 1;
        }
        send(producer);
        awaitAnswers();
    }

    /** Sends what is open, as far as all goes well. */
    private void send(KafkaProducer<byte[], byte[]> producer) throws IOException {
        int size = delivery.size();
        delivery.allSent(sentTo);
        for (; sentTo < size && !delivery.hasFailed(); sentTo++) {
            if (delivery.isSent(sentTo)) {
                send(producer, sentTo);
            }
        }
        delivery.notSent(sentTo);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
    private void send(KafkaProducer<byte[], byte[]> producer, int m) {
        int of = attempt;
        String tooLarge = messages.tooLarge(m);
        if (tooLarge != null) {
            delivery.refused(of, m, tooLarge);
            return;
        }
        String topic = unit().route(m).topic();
        if (!knownTopics.contains(topic) && !isKnown(producer, topic, of, m)) {
            return;
        }
        producer.send(messages.record(m), (metadata, failure) -> answered(of, m, failure));
    }

    /** Asks for a topic before a message is sent to it: whatever is wrong with it must not show behind half a unit. */
    private boolean isKnown(KafkaProducer<byte[], byte[]> producer, String topic, int of, int m) {
        try {
            producer.partitionsFor(topic);
            knownTopics.add(topic);
            return true;
        } catch (InvalidTopicException e) {
            answered(of, m, e);
            return false;
        }
    }

    /** @throws KafkaException when a message failed, or no answer came within the timeout */
    private void awaitAnswers() throws IOException {
        slot.flushSoon();
        if (!delivery.await(messages.timeoutNanos() + GRACE_NANOS)) {
            KafkaException failure = kafkaFailure();
            throw failure != null ? failure : new NoAnswerException(messages.timeoutNanos() / 1_000_000);
        }
    }

    private @Nullable KafkaException kafkaFailure() {
        Exception failure = delivery.failure();
        return failure == null || failure instanceof KafkaException
                ? (KafkaException) failure
                : new KafkaException(failure);
    }

    private void answered(int of, int m, @Nullable Exception failure) {
        if (failure == null) {
            delivery.acknowledged(of, m);
        } else if (failure instanceof RecordTooLargeException
                || failure instanceof InvalidTopicException
                || failure instanceof InvalidRecordException) {
            String name = unit().point(m).name();
            delivery.refused(of, m, "Kafka will not take " + name + ": " + failure.getMessage());
        } else {
            delivery.failed(of, m, failure);
        }
    }
}
