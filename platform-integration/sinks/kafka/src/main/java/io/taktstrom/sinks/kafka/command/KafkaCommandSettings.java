package io.taktstrom.sinks.kafka.command;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.command.CommandContext;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import io.taktstrom.sinks.kafka.cluster.ClusterSettings;
import io.taktstrom.sinks.message.CommandLoop;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What Kafka's clients are told.
 *
 * @param consumer by Kafka's names; they hold secrets
 * @param producer the same
 * @param timeout within which a call ends, whatever the brokers do
 */
record KafkaCommandSettings(
        String topic,
        String answers,
        String group,
        Map<String, Object> consumer,
        Map<String, Object> producer,
        Duration timeout) {

    static final OptionList OPTIONS = new OptionList();
    private static final String NAME = "[A-Za-z0-9._-]{1,249}";
    private static final String NAME_OF_KAFKA = "a name of Kafka's";

    static {
        OPTIONS.share(ClusterOptions.BROKERS);
    }

    private static final Option<String> TOPIC = OPTIONS.text(
            "topic",
            NAME,
            NAME_OF_KAFKA,
            null,
            "Topic of commands. Restrict writing there by the brokers' access lists.");

    private static final Option<String> ANSWERS = OPTIONS.text(
            "answers", NAME, NAME_OF_KAFKA, null, "Topic of answers; the key of each is the id of its command.");

    private static final Option<String> GROUP = OPTIONS.text(
            "group",
            NAME,
            NAME_OF_KAFKA,
            "taktstrom",
            "Consumer group, whose offsets mark answered commands. It has one member: a second Taktstrom in it replaces the first.");

    static {
        OPTIONS.share(ClusterOptions.ALL);
    }

    private static final int MAX_AT_ONCE = 256;

    static KafkaCommandSettings of(OptionValues options, CommandContext context) throws IOException {
        ClusterSettings cluster = ClusterSettings.of(
                options, context.name(), context.paths(), notice -> CommandLoop.tell(context, notice));
        String topic = options.get(TOPIC);
        String answers = options.get(ANSWERS);
        if (topic.equals(answers)) {
            throw new IOException("answers go to the topic of commands, " + topic
                    + ", and would come back as such; choose another topic");
        }
        String group = options.get(GROUP);
        Duration timeout = Duration.ofMillis(cluster.timeoutMillis());
        return new KafkaCommandSettings(topic, answers, group, consumer(cluster, group), producer(cluster), timeout);
    }

    private static Map<String, Object> consumer(ClusterSettings cluster, String group) {
        Map<String, Object> values = new HashMap<>(cluster.values());
        values.put(CommonClientConfigs.CLIENT_ID_CONFIG, cluster.clientId());
        values.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        values.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        values.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        // What one Taktstrom has written another does not know. After a new start it also has its partitions at once.
        values.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, group);
        values.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // What came before the first start is answered, too: that it has expired, as a rule.
        values.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        values.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        values.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        values.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_AT_ONCE);
        values.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, cluster.timeoutMillis());
        return Map.copyOf(values);
    }

    private static Map<String, Object> producer(ClusterSettings cluster) {
        Map<String, Object> values = new HashMap<>(cluster.values());
        values.put(CommonClientConfigs.CLIENT_ID_CONFIG, cluster.clientId() + "-answers");
        values.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        values.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        values.put(ProducerConfig.ACKS_CONFIG, "all");
        values.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        values.put(ProducerConfig.LINGER_MS_CONFIG, 0L);
        values.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, cluster.timeoutMillis());
        values.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) cluster.timeoutMillis());
        return Map.copyOf(values);
    }

    /** Secrets stay out. */
    @Override
    public String toString() {
        return "commands of " + topic;
    }
}
