package io.taktstrom.connect.sink;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.sinks.message.SinkThreads;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where answers go: to a topic, and what was not carried out to Connect's dead letter queue as well, where it has one. Thread-safe;
 * a thread of its own keeps the gate from waiting for brokers.
 */
final class Answers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);
    private static final Duration TO_CLOSE = Duration.ofSeconds(1);

    private final String topic;
    private final @Nullable KafkaProducer<byte[], byte[]> producer;
    private final @Nullable ErrantRecordReporter reporter;
    private final ExecutorService sender;
    private volatile @Nullable Exception failure;

    /**
     * @param topic empty for none
     * @param settings of the producer, without its serializers
     */
    Answers(String topic, Map<String, Object> settings, @Nullable ErrantRecordReporter reporter) {
        this.topic = topic;
        this.reporter = reporter;
        Map<String, Object> all = new HashMap<>(Map.of(
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true",
                ProducerConfig.ACKS_CONFIG, "all",
                ProducerConfig.LINGER_MS_CONFIG, "0"));
        all.putAll(settings);
        producer =
                topic.isEmpty() ? null : new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
        sender = Executors.newSingleThreadExecutor(SinkThreads.named("takt-connect-answers"));
    }

    /**
     * Passes on what became of a command.
     *
     * @param onDone called when it is where it should be; never, when it cannot get there: then {@link #failure} says why
     */
    void give(SinkRecord record, CommandAnswer answer, Runnable onDone) {
        try {
            sender.execute(() -> pass(record, answer, onDone));
        } catch (RejectedExecutionException e) {
            LOG.debug("closed before the answer {}", answer.json());
        }
    }

    private void pass(SinkRecord record, CommandAnswer answer, Runnable onDone) {
        try {
            ErrantRecordReporter dead = reporter;
            if (dead != null && isLeftUndone(answer.outcome())) {
                dead.report(record, new DataException(answer.json())).get();
            } else if (topic.isEmpty() && isLeftUndone(answer.outcome())) {
                LOG.warn("command not carried out, without a topic for its answer: {}", answer.json());
            }
            KafkaProducer<byte[], byte[]> to = producer;
            if (to == null) {
                onDone.run();
                return;
            }
            byte[] key = answer.id().isEmpty() ? null : answer.id().getBytes(StandardCharsets.UTF_8);
            Future<RecordMetadata> unused = to.send(
                    new ProducerRecord<>(topic, key, answer.json().getBytes(StandardCharsets.UTF_8)),
                    (metadata, problem) -> {
                        if (problem == null) {
                            onDone.run();
                        } else {
                            failure = problem;
                        }
                    });
        } catch (RuntimeException | ExecutionException e) {
            failure = e;
        } catch (InterruptedException e) {
            // From close(): what is not answered comes again.
            Thread.currentThread().interrupt();
        }
    }

    /** What was there before is a repeat, also where Connect has delivered it twice. */
    private static boolean isLeftUndone(CommandOutcome outcome) {
        return switch (outcome) {
            case DONE, DIFFERS, UNREAD, REPEATED -> false;
            case UNKNOWN, FAILED, REFUSED, EXPIRED, BUSY -> true;
        };
    }

    /** Why an answer could not be passed on; null as long as all were. */
    @Nullable
    Exception failure() {
        return failure;
    }

    @Override
    public void close() {
        sender.shutdownNow();
        KafkaProducer<byte[], byte[]> to = producer;
        if (to != null) {
            to.close(TO_CLOSE);
        }
    }
}
