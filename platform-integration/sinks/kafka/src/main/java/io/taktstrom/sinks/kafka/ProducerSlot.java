package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.sinks.kafka.cluster.Brokers;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The producer of one stream: made when it is needed, thrown away after what it cannot recover from. Its thread and its
 * connections go with it. Used by the pipeline's thread, closed by any.
 */
final class ProducerSlot implements AutoCloseable {

    /** What it says of hosts that have no address now, which may change. */
    private static final String UNRESOLVED = "No resolvable bootstrap";

    private final Map<String, Object> settings;
    private @Nullable LiveProducer live;
    private boolean closed;

    /** @param transactionalId empty for no transactions */
    ProducerSlot(ProducerSettings settings, String clientId, String transactionalId) {
        this.settings = new HashMap<>(settings.values());
        this.settings.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        if (!transactionalId.isEmpty()) {
            this.settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        }
    }

    /**
     * Finds out whether a producer can be made, and makes none that stays.
     *
     * @throws IOException when that can never be
     */
    void tryOut() throws IOException {
        try {
            get();
        } catch (IOException e) {
            if (!KafkaWords.of(e).contains(UNRESOLVED)) {
                throw e;
            }
        } finally {
            close();
        }
    }

    /** The producer. A new one has no transactions yet. */
    KafkaProducer<byte[], byte[]> get() throws IOException {
        return live().producer();
    }

    /** Has all that was sent so far leave at once, and returns before it has. */
    void flushSoon() throws IOException {
        live().flushSoon();
    }

    private synchronized LiveProducer live() throws IOException {
        if (closed) {
            throw new IllegalStateException("the sink is closed");
        }
        LiveProducer current = live;
        if (current == null) {
            try {
                current = new LiveProducer(settings);
            } catch (KafkaException e) {
                throw new IOException("cannot make a Kafka producer: " + KafkaWords.of(e), e);
            }
            live = current;
        }
        return current;
    }

    /** Whether the thread of Kafka's producer has ended by an error: it never sends anything again. */
    synchronized boolean isDead() {
        return live != null && live.isDead();
    }

    /** @throws KafkaException when none can be reached */
    void requireBroker() {
        Brokers.requireOne(settings);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Ends the producer with all that it was about to send. */
    void discard() {
        LiveProducer current;
        synchronized (this) {
            current = live;
            live = null;
        }
        if (current != null) {
            current.close();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        discard();
    }
}
