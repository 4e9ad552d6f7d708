package io.taktstrom.spring.stream;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandGate;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHandlingException;

/** Brings messages to the gate for commands, and waits for the answers. Thread-safe. */
final class CommandInbox {

    /** Longer than a device may take for a write and two reads. */
    private static final long PATIENCE_SECONDS = 60;

    /** Where binders say what a message came from. */
    private static final List<String> SENDERS = List.of("kafka_receivedTopic", "amqp_consumerQueue");

    private final String name;
    private volatile @Nullable CommandGate gate;

    CommandInbox(String name) {
        this.name = name;
    }

    void open(CommandGate newGate) {
        gate = newGate;
    }

    void close() {
        gate = null;
    }

    /**
     * What became of the command in a message. Waits for that, so that the binder does not count the message as consumed before.
     *
     * @throws MessageHandlingException when nobody knows yet: the same message may come again, and is written once
     */
    CommandAnswer ask(Message<byte[]> message) {
        CommandGate open = gate;
        if (open == null) {
            throw new MessageHandlingException(
                    message, name + ": no commands are taken now; the deployment does not run");
        }
        CompletableFuture<CommandAnswer> answer = new CompletableFuture<>();
        open.submit(new Command(sender(message), ByteBuffer.wrap(message.getPayload())), answer::complete);
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MessageHandlingException(message, name + ": interrupted while a command is written", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new MessageHandlingException(
                    message, name + ": no answer came in time; what became of the command stands in the audit", e);
        }
    }

    private String sender(Message<byte[]> message) {
        return SENDERS.stream()
                .map(header -> message.getHeaders().get(header))
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .findFirst()
                .orElse(name);
    }
}
