package io.taktstrom.sinks.kafka.command;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.jspecify.annotations.Nullable;

/**
 * Commands from a topic, in one conversation after another, for ever. An offset is committed once the brokers have the answers to
 * all before it: what gets lost in between comes again, and is told that it is a repeat.
 */
final class KafkaCommands implements CommandSource {

    private static final long PAUSE_MILLIS = 1_000;

    private final KafkaCommandSettings settings;
    private final CommandContext context;
    private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final RestartingThread guard;
    private volatile @Nullable Conversation current;
    private volatile SinkHealth health = SinkHealth.unwell("not connected yet");

    KafkaCommands(KafkaCommandSettings settings, CommandContext context) {
        this.settings = settings;
        this.context = context;
        guard = RestartingThread.start(
                "takt-kafka-commands-" + context.name(),
                this::run,
                e -> context.notices()
                        .accept("commands from " + context.name() + ": internal error " + e + "; going on"),
                context.clock());
    }

    private void run() {
        while (closed.getCount() > 0) {
            try {
                converse();
            } catch (FencedInstanceIdException e) {
                health = SinkHealth.unwell("another Taktstrom has joined the group " + settings.group()
                        + " and takes its commands; give each its own group, and restart");
                context.notices().accept("commands from " + context.name() + ": " + health.detail());
                return;
            } catch (KafkaException e) {
                if (closed.getCount() > 0) {
                    health = SinkHealth.unwell(KafkaWords.explained(e));
                }
            } catch (OutOfMemoryError e) {
                // Its guard tells it, and waits longer each time: each such allocation costs a full garbage collection.
                health = SinkHealth.unwell(KafkaWords.explained(e));
                throw e;
            }
            try {
                if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                // Meant for a call that has ended since.
            }
        }
    }

    private void converse() {
        try (Conversation conversation = new Conversation(settings, context, answers)) {
            current = conversation;
            while (closed.getCount() > 0) {
                conversation.turn();
                if (conversation.isListening()) {
                    health = SinkHealth.WELL;
                }
            }
        } finally {
            current = null;
        }
    }

    @Override
    public SinkHealth health() {
        return health;
    }

    @Override
    public void close() {
        closed.countDown();
        guard.end();
        Conversation talking = current;
        if (talking != null) {
            talking.wakeup();
        }
    }
}
