package io.taktstrom.sinks.kafka.command;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.sinks.kafka.cluster.Brokers;
import io.taktstrom.sinks.message.CommandLoop;
import io.taktstrom.sinks.message.UnansweredCommands;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * A consumer and a producer, until one of them fails. What had no answer in the brokers by then comes again in the next one, as
 * a repeat. For one thread, but {@link #wakeup}.
 */
final class CommandExchange implements ConsumerRebalanceListener, AutoCloseable {

    /** Commands without an answer, from which on no more are fetched. */
    private static final int MAX_OPEN = 512;

    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration BUSY = Duration.ofMillis(10);
    private static final Duration CLOSE_LIMIT = Duration.ofMillis(200);
    private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(2).toNanos();

    private final KafkaCommandSettings settings;
    private final CommandContext context;
    private final Queue<Answer> answers;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final UnansweredCommands<TopicPartition> unanswered = new UnansweredCommands<>();
    /** On their way to the brokers, and back. */
    private final Queue<Answer> acknowledged = new ConcurrentLinkedQueue<>();

    private volatile @Nullable KafkaException failure;
    private long looked;

    /**
     * What is to be said about a command.
     *
     * @param to the command, in the exchange in which it came
     */
    record Answer(UnansweredCommands<TopicPartition>.Unanswered to, CommandAnswer what) {

        private ProducerRecord<byte[], byte[]> record(String topic) {
            byte[] key = what.id().isEmpty() ? null : what.id().getBytes(StandardCharsets.UTF_8);
            return new ProducerRecord<>(topic, key, what.json().getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Begins when a broker can be reached.
     *
     * @param answers waiting to be sent; what cannot be sent stays there for the next exchange
     * @throws KafkaException when none can be
     */
    CommandExchange(KafkaCommandSettings settings, CommandContext context, Queue<Answer> answers) {
        this.settings = settings;
        this.context = context;
        this.answers = answers;
        Brokers.requireOne(settings.consumer());
        consumer = new KafkaConsumer<>(settings.consumer());
        try {
            producer = new KafkaProducer<>(settings.producer());
        } catch (KafkaException e) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw e;
        }
        consumer.subscribe(List.of(settings.topic()), this);
        looked = context.clock().nanoTime() - LOOK_EVERY_NANOS;
    }

    /**
     * Sends answers, notes what the brokers have, and fetches commands, for a short while.
     *
     * @throws KafkaException when this exchange is over
     */
    void doWork() {
        sendAnswers();
        commit();
        int waiting = unanswered.uncommitted();
        if (waiting < MAX_OPEN) {
            consumer.resume(consumer.paused());
        } else {
            consumer.pause(consumer.assignment());
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(waiting == 0 ? IDLE : BUSY)) {
            submit(record);
            looked = context.clock().nanoTime();
        }
        if (context.clock().nanoTime() - looked > LOOK_EVERY_NANOS) {
            look();
            looked = context.clock().nanoTime();
        }
    }

    private void submit(ConsumerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        UnansweredCommands<TopicPartition>.Unanswered command = unanswered.add(partition, record.offset());
        byte[] text = record.value() == null ? new byte[0] : record.value();
        String sender = "topic " + record.topic() + ", partition " + record.partition() + ", offset " + record.offset();
        context.gate()
                .submit(new Command(sender, ByteBuffer.wrap(text)), answer -> answers.add(new Answer(command, answer)));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
    private void sendAnswers() {
        while (failure == null && !answers.isEmpty()) {
            Answer answer = answers.remove();
            try {
                producer.send(answer.record(settings.answers()), (metadata, failed) -> sent(answer, failed));
            } catch (KafkaException e) {
                answers.add(answer);
                throw e;
            }
        }
        KafkaException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    /** On the producer's thread. */
    private void sent(Answer answer, @Nullable Exception failed) {
        if (failed == null) {
            acknowledged.add(answer);
        } else if (failed instanceof RecordTooLargeException) {
            CommandLoop.tell(
                    context,
                    "Kafka does not take the answer to " + answer.what.id() + ", which is in the audit: "
                            + failed.getMessage());
            acknowledged.add(answer);
        } else {
            answers.add(answer);
            failure = failed instanceof KafkaException known ? known : new KafkaException(failed);
        }
    }

    private void commit() {
        for (Answer answer = acknowledged.poll(); answer != null; answer = acknowledged.poll()) {
            answer.to.answered();
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        unanswered.takeAnswered().forEach((partition, next) -> offsets.put(partition, new OffsetAndMetadata(next)));
        if (!offsets.isEmpty()) {
            consumer.commitSync(offsets, settings.timeout());
        }
    }

    /** Asks what a consumer does not tell by itself: whether the brokers are there, and the topics. */
    private void look() {
        if (consumer.partitionsFor(settings.topic(), settings.timeout()).isEmpty()) {
            throw new UnknownTopicOrPartitionException("topic " + settings.topic() + " not found");
        }
        if (producer.partitionsFor(settings.answers()).isEmpty()) {
            throw new UnknownTopicOrPartitionException("topic " + settings.answers() + " not found");
        }
        consumer.endOffsets(consumer.assignment(), settings.timeout());
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        commit();
        unanswered.forget(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        unanswered.forget(partitions);
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        // What comes from them says enough.
    }

    /** Whether commands can come: the group has given us partitions. */
    boolean isListening() {
        return !consumer.assignment().isEmpty();
    }

    /** Ends what {@link #doWork} waits for. Any thread. */
    void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        end(() -> producer.close(Duration.ZERO));
        end(() -> consumer.close(CloseOptions.timeout(CLOSE_LIMIT)));
    }

    private static void end(Runnable close) {
        try {
            close.run();
        } catch (KafkaException e) {
            // Interrupted, or it could not leave the group: its threads end all the same.
        }
    }
}
