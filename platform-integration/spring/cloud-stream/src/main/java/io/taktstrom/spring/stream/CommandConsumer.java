package io.taktstrom.spring.stream;

import java.util.function.Consumer;

import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandOutcome;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHandlingException;

/** What Spring Cloud Stream binds for a source of commands. Answers stand in the audit. */
final class CommandConsumer implements Consumer<Message<byte[]>> {

    private final CommandInbox inbox;

    CommandConsumer(CommandInbox inbox) {
        this.inbox = inbox;
    }

    /**
     * Returns when it is known what became of the command.
     *
     * @throws MessageHandlingException when too much is waiting: the binder shall bring it again
     */
    @Override
    public void accept(Message<byte[]> message) {
        CommandAnswer answer = inbox.ask(message);
        if (answer.outcome() == CommandOutcome.BUSY) {
            throw new MessageHandlingException(message, answer.json());
        }
    }
}
