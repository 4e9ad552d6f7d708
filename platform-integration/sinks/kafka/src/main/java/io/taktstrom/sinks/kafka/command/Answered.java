package io.taktstrom.sinks.kafka.command;

import java.nio.charset.StandardCharsets;

import io.taktstrom.command.CommandAnswer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What is to be said about a command.
 *
 * @param place where it stood, in the conversation in which it came
 */
record Answered(OpenCommands.Place place, CommandAnswer answer) {

    ProducerRecord<byte[], byte[]> record(String topic) {
        byte[] key = answer.id().isEmpty() ? null : answer.id().getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(topic, key, answer.json().getBytes(StandardCharsets.UTF_8));
    }
}
