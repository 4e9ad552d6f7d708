package io.taktstrom.sinks.kafka.command;

import java.io.IOException;
import java.util.List;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;

/** Opens {@code type: kafka} under {@code commands}. */
public final class KafkaCommandsProvider implements CommandSourceProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "kafka",
            "Takes commands from a topic of Apache Kafka, and answers on another.",
            KafkaCommandSettings.OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public CommandSource open(OptionValues options, CommandContext context) throws IOException {
        return new KafkaCommands(KafkaCommandSettings.of(options, context), context);
    }

    @Override
    public void check(OptionValues options, CommandContext context) throws IOException {
        KafkaCommandSettings settings = KafkaCommandSettings.of(options, context);
        try (KafkaConsumer<byte[], byte[]> visitor = new KafkaConsumer<>(settings.consumer())) {
            // Without a subscription it joins no group.
            for (String topic : List.of(settings.topic(), settings.answers())) {
                if (visitor.partitionsFor(topic, settings.timeout()).isEmpty()) {
                    throw new IOException("topic " + topic + " not found; create it, or correct its name");
                }
            }
        } catch (KafkaException e) {
            throw new IOException(KafkaWords.explained(e), e);
        }
    }
}
