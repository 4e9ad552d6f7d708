package io.taktstrom.sinks.kafka.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import io.taktstrom.sinks.kafka.cluster.KafkaWords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;

/** Opens {@code type: kafka} under {@code commands}. */
public final class KafkaCommandsProvider implements CommandSourceProvider {

    private static final OptionType.Text NAME = new OptionType.Text("[A-Za-z0-9._-]{1,249}", "a name of Kafka's");

    static final Option<String> TOPIC =
            Option.text("topic", NAME, null, "Topic of commands. Restrict writing there by the brokers' access lists.");

    static final Option<String> ANSWERS =
            Option.text("answers", NAME, null, "Topic of answers; the key of each is the id of its command.");

    static final Option<String> GROUP = Option.text(
            "group",
            NAME,
            "taktstrom",
            "Consumer group, whose offsets mark answered commands. It has one member: a second Taktstrom in it replaces the first.");

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "kafka", "Takes commands from a topic of Apache Kafka, and answers on another.", options());

    private static List<Option<?>> options() {
        List<Option<?>> options = new ArrayList<>(List.of(ClusterOptions.BROKERS, TOPIC, ANSWERS, GROUP));
        options.addAll(ClusterOptions.ALL);
        return options;
    }

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
