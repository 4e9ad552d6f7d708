package io.taktstrom.spring.stream;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.command.CommandAnswer;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;

/** What Spring Cloud Stream binds for a source of commands whose answers leave by a binding. */
final class CommandFunction implements Function<Message<byte[]>, Message<byte[]>> {

    private final CommandInbox inbox;

    CommandFunction(CommandInbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public Message<byte[]> apply(Message<byte[]> message) {
        CommandAnswer answer = inbox.ask(message);
        return new GenericMessage<>(
                answer.json().getBytes(StandardCharsets.UTF_8),
                Map.of(
                        MessageHeaders.CONTENT_TYPE,
                        "application/json",
                        TaktHeaders.COMMAND,
                        answer.id(),
                        TaktHeaders.OUTCOME,
                        answer.outcome().text()));
    }
}
