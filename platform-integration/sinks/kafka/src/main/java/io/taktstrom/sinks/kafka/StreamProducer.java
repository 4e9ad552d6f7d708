package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

import io.taktstrom.sinks.kafka.cluster.Brokers;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import io.taktstrom.sinks.message.SinkThreads;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The producer of one stream: made when it is needed, discarded after what it cannot recover from. Its thread and its connections end
 * with it. Used by the pipeline's thread, closed by any.
 *
 * <p>Kafka's flush has no time limit: it waits for ever while the brokers give no producer id, and when Kafka's thread has ended by an
 * error. So the pipeline waits for the answers instead, and has the flush done by another thread.
 */
final class StreamProducer {

    /** What it says of hosts that have no address now, which may change. */
    private static final String UNRESOLVED = "No resolvable bootstrap";

    /** As Kafka's producer names its thread, before the client id. */
    private static final String NETWORK_THREAD = "kafka-producer-network-thread | ";

    private final Map<String, Object> settings;
    private final String clientId;
    private @Nullable Live live;
    private boolean closed;

    /**
     * @param network Kafka's thread, which talks to the brokers
     * @param flusher has a thread that flushes
     */
    private record Live(
            KafkaProducer<byte[], byte[]> producer,
            @Nullable Thread network,
            ExecutorService flusher) {

        void flush() {
            try {
                producer.flush();
            } catch (KafkaException | IllegalStateException e) {
                // The answer to each message says more.
            }
        }

        void close() {
            flusher.shutdownNow();
            try {
                producer.close(Duration.ZERO);
            } catch (KafkaException e) {
                // Interrupted, or it could not tell the brokers: its thread ends all the same.
            }
        }
    }

    /** @param transactionalId empty for no transactions */
    StreamProducer(ProducerSettings settings, String clientId, String transactionalId) {
        this.clientId = clientId;
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
        return live().producer;
    }

    private synchronized Live live() throws IOException {
        if (closed) {
            throw new IllegalStateException("the sink is closed");
        }
        Live current = live;
        if (current == null) {
            try {
                current = new Live(
                        new KafkaProducer<>(settings),
                        threadNamed(NETWORK_THREAD + clientId),
                        Executors.newSingleThreadExecutor(SinkThreads.named("takt-kafka-flush-" + clientId)));
            } catch (KafkaException e) {
                throw new IOException("cannot make a Kafka producer: " + KafkaWords.of(e), e);
            }
            live = current;
        }
        return current;
    }

    /** The new thread is in the group of the thread that made it. */
    private static @Nullable Thread threadNamed(String name) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(threads);
        return Stream.of(threads)
                .limit(count)
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Has all that was sent so far leave at once, and returns before it has. */
    void flushSoon() throws IOException {
        Live current = live();
        try {
            current.flusher.execute(current::flush);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("the producer is closed", e);
        }
    }

    /** Whether Kafka's thread has ended by an error, after which nothing is sent any more. */
    synchronized boolean isDead() {
        Thread network = live == null ? null : live.network;
        return network != null && !network.isAlive();
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
        Live current;
        synchronized (this) {
            current = live;
            live = null;
        }
        if (current != null) {
            current.close();
        }
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        discard();
    }
}
