package io.taktstrom.sinks.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A producer with the threads that work for it: Kafka's own, which talks to the brokers, and one that flushes. Kafka's flush has
 * no time limit: it waits for ever while the brokers give no producer id, and when Kafka's thread has ended by an error. So the
 * pipeline waits for the answers instead, and has the flush done beside it.
 */
final class LiveProducer {

    /** As Kafka's producer names its thread, before the client id. */
    private static final String NETWORK_THREAD = "kafka-producer-network-thread | ";

    private final KafkaProducer<byte[], byte[]> producer;
    private final @Nullable Thread network;
    private final ExecutorService flusher;

    /** @throws KafkaException when it cannot be made */
    LiveProducer(Map<String, Object> settings) {
        producer = new KafkaProducer<>(settings);
        String clientId = String.valueOf(settings.get(ProducerConfig.CLIENT_ID_CONFIG));
        network = threadNamed(NETWORK_THREAD + clientId);
        flusher = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "takt-kafka-flush-" + clientId);
            thread.setDaemon(true);
            return thread;
        });
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

    KafkaProducer<byte[], byte[]> producer() {
        return producer;
    }

    /** Whether Kafka's thread has ended by an error, after which nothing is sent any more. */
    boolean isDead() {
        return network != null && !network.isAlive();
    }

    /** Has all that was sent so far leave at once, and returns before it has. */
    void flushSoon() {
        try {
            flusher.execute(this::flush);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("the producer is closed", e);
        }
    }

    private void flush() {
        try {
            producer.flush();
        } catch (KafkaException | IllegalStateException e) {
            // The answer to each message says more.
        }
    }

    /** Ends it with all that it was about to send. */
    void close() {
        flusher.shutdownNow();
        try {
            producer.close(Duration.ZERO);
        } catch (KafkaException e) {
            // Interrupted, or it could not take its leave of the brokers: its thread ends all the same.
        }
    }
}
