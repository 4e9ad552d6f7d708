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
import io.taktstrom.data.StatusCode;
import io.taktstrom.sinks.message.SinkThreads;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where answers go: to a topic, and what was not carried out to Connect's dead letter queue as well, where it has one. Thread-safe;
 * a thread of its own keeps the gate from waiting for brokers.
 */
final class Answers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The gate gives this status to what it could not read, and to nothing else. */
    private static final String NOT_A_COMMAND = StatusCode.name(StatusCode.BAD_INVALID_ARGUMENT);

    private static final Duration TO_CLOSE = Duration.ofSeconds(1);

    private final String topic;
    private final @Nullable KafkaProducer<byte[], byte[]> producer;
    private final @Nullable ErrantRecordReporter reporter;
    private final boolean tolerant;
    private final ExecutorService sender;
    private volatile @Nullable ConnectException failure;

    /**
     * @param topic empty for none
     * @param settings of the producer, without its serializers
     * @param tolerant whether Connect's {@code errors.tolerance} is {@code all}
     */
    Answers(String topic, Map<String, Object> settings, @Nullable ErrantRecordReporter reporter, boolean tolerant) {
        this.topic = topic;
        this.reporter = reporter;
        this.tolerant = tolerant;
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
     * @param onDone called when it is where it should be; never, when it cannot get there: then {@link #throwFailure} says why
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
            if (isLeftUndone(answer.outcome())) {
                reportUndone(record, answer);
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
                            failure = new ConnectException("cannot answer commands: " + problem.getMessage(), problem);
                        }
                    });
        } catch (ConnectException e) {
            failure = e;
        } catch (RuntimeException | ExecutionException e) {
            failure = new ConnectException("cannot answer commands: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            // From close(): what is not answered comes again.
            Thread.currentThread().interrupt();
        }
    }

    /**
     * To Connect: what was not carried out where {@code errors.tolerance} is {@code all}, and else only what is not a command.
     *
     * @throws ConnectException when the task must fail
     */
    private void reportUndone(SinkRecord record, CommandAnswer answer) throws InterruptedException, ExecutionException {
        JsonNode said = JSON.readTree(answer.json());
        boolean isCommand = !NOT_A_COMMAND.equals(said.path("status").stringValue(""));
        ErrantRecordReporter dead = tolerant || !isCommand ? reporter : null;
        if (dead != null) {
            try {
                dead.report(record, new DataException(answer.json())).get();
            } catch (ConnectException e) {
                // Without tolerance, Connect's reporter throws once it has reported.
                if (tolerant) {
                    throw e;
                }
            }
        } else if (topic.isEmpty()) {
            LOG.warn("command not carried out, without a topic for its answer: {}", answer.json());
        }
        if (!tolerant && !isCommand) {
            throw new ConnectException("the record at offset " + record.originalKafkaOffset() + " of "
                    + record.originalTopic() + "-" + record.originalKafkaPartition() + " is not a command: "
                    + said.path("message").stringValue("")
                    + "; correct what writes to the topic and move the connector's offset behind the record, or set"
                    + " errors.tolerance to all");
        }
    }

    /** What was there before is a repeat, also where Connect has delivered it twice. */
    private static boolean isLeftUndone(CommandOutcome outcome) {
        return switch (outcome) {
            case DONE, DIFFERS, UNREAD, REPEATED -> false;
            case UNKNOWN, FAILED, REFUSED, EXPIRED, BUSY -> true;
        };
    }

    /** Has the task fail, when an answer could not be passed on or a record was not a command. */
    void throwFailure() {
        ConnectException why = failure;
        if (why != null) {
            throw new ConnectException(why.getMessage(), why);
        }
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
