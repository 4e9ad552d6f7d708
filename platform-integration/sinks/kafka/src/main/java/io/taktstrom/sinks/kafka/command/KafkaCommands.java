package io.taktstrom.sinks.kafka.command;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.taktstrom.command.CommandContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import io.taktstrom.sinks.message.CommandLoop;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.jspecify.annotations.Nullable;

/**
 * Commands from a topic, in one exchange after another, for ever. An offset is committed once the brokers have the answers to all
 * before it: what gets lost in between comes again, and is told that it is a repeat.
 */
final class KafkaCommands extends CommandLoop {

    private final KafkaCommandSettings settings;
    private final Queue<CommandExchange.Answer> answers = new ConcurrentLinkedQueue<>();
    private volatile @Nullable CommandExchange exchange;
    private volatile SinkHealth health = SinkHealth.unwell("not connected yet");

    KafkaCommands(KafkaCommandSettings settings, CommandContext context) {
        super(context);
        this.settings = settings;
        start("takt-kafka-commands-");
    }

    @Override
    protected void doWork() throws IOException {
        boolean done = false;
        try {
            CommandExchange current = exchange;
            if (current == null) {
                current = new CommandExchange(settings, context, answers);
                exchange = current;
            }
            current.doWork();
            if (current.isListening()) {
                health = SinkHealth.WELL;
            }
            done = !hasEnded();
        } catch (FencedInstanceIdException e) {
            health = SinkHealth.unwell("another Taktstrom has joined the group " + settings.group()
                    + " and takes its commands; give each its own group, and restart");
            tell(context, health.detail());
            end();
        } catch (KafkaException e) {
            if (!hasEnded()) {
                health = SinkHealth.unwell(KafkaWords.explained(e));
            }
            throw new IOException(e);
        } catch (OutOfMemoryError e) {
            // Its guard tells it, and waits longer each time: each such allocation costs a full garbage collection.
            health = SinkHealth.unwell(KafkaWords.explained(e));
            throw e;
        } finally {
            if (!done) {
                disconnect();
            }
        }
    }

    private void disconnect() {
        CommandExchange last = exchange;
        exchange = null;
        if (last != null) {
            last.close();
        }
    }

    @Override
    public SinkHealth health() {
        return health;
    }

    @Override
    public void close() {
        end();
        CommandExchange current = exchange;
        if (current != null) {
            current.wakeup();
        }
    }
}
