package io.taktstrom.sinks.kafka;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Delivers each unit as a transaction.
 *
 * <pre>
 *   begin, send ..., commit --> yes                the unit is there, once
 *                           --> no answer          the same unit comes again: commit is asked for again, nothing is sent
 *   a message fails         --> abort              the same unit comes again, and is sent again
 *   a message is refused    --> abort, begin again without it
 * </pre>
 */
final class TransactionalInlet extends KafkaInlet {

    private static final long NONE = 0;

    private @Nullable KafkaProducer<byte[], byte[]> prepared;
    /** The unit whose commit was asked for and not answered. */
    private long unanswered = NONE;

    TransactionalInlet(StreamProducer producer, OptionValues options, String stream, SinkContext context) {
        super(producer, options, stream, context);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very producer
    void attempt(KafkaProducer<byte[], byte[]> producer, FlushUnit flushUnit) throws IOException {
        if (prepared != producer) {
            unanswered = NONE;
            producer.initTransactions();
            prepared = producer;
        }
        if (unanswered != flushUnit.number()) {
            sendWhole(producer, flushUnit);
        }
        unanswered = flushUnit.number();
        try {
            producer.commitTransaction();
        } catch (TimeoutException | InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            unanswered = NONE;
            throw e;
        }
        unanswered = NONE;
        delivery.succeed(messages, flushUnit);
    }

    /** Sends all but what is refused; a refusal spoils the transaction, so another begins without the message. */
    private void sendWhole(KafkaProducer<byte[], byte[]> producer, FlushUnit flushUnit) throws IOException {
        boolean spoiled;
        do {
            begin(flushUnit, messages.size());
            int refusedBefore = delivery.refusals();
            producer.beginTransaction();
            KafkaException failure = null;
            try {
                sendOpen(0);
            } catch (KafkaException e) {
                failure = e;
            }
            spoiled = delivery.refusals() > refusedBefore;
            if (failure instanceof NoAnswerException) {
                // The producer is given up, and the transaction with it.
                throw failure;
            }
            if (spoiled || failure != null) {
                abort(producer, failure);
                delivery.failWhole();
            }
            if (!spoiled && failure != null) {
                throw failure;
            }
        } while (spoiled);
    }

    private static void abort(KafkaProducer<byte[], byte[]> producer, @Nullable KafkaException cause) {
        try {
            producer.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            // It ends with the producer, or by the brokers' own time-out.
            if (cause != null) {
                cause.addSuppressed(e);
            }
        }
    }

    /** A unit may be sent while it is made, and a transaction of it would have to be begun for that; it is not worth it. */
    @Override
    protected boolean sendsAhead() {
        return false;
    }

    @Override
    boolean isUndecided() {
        return unanswered != NONE;
    }

    @Override
    protected void fail() {
        delivery.failWhole();
    }
}
