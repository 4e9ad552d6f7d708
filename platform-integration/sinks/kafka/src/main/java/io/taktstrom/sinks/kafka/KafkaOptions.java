package io.taktstrom.sinks.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.kafka.cluster.ClientProperties;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import io.taktstrom.sinks.message.Names;
import org.apache.kafka.clients.producer.ProducerConfig;

/** What {@code type: kafka} takes. */
final class KafkaOptions {

    static final String RECEIVED_AT = "receivedAt";
    static final String SOURCE_TIME = "sourceTime";

    static final Option<Template> TOPIC = PayloadOptions.template(
            "topic",
            Template.Name.OF_A_POINT,
            Names::topic,
            null,
            "Topic of a sample; what stands in names and labels but letters, digits, '.', '_' and '-' becomes '_'.");

    static final Option<Template> KEY = PayloadOptions.template(
            "key",
            Template.Name.OF_A_POINT,
            UnaryOperator.identity(),
            "{point}",
            "Key of a message: samples with the same key stay in order; '{connection}' keeps a device's together, an empty"
                    + " text is no key, and no order.");

    static final Option<String> FORMAT = PayloadOptions.format(PayloadFormat.JSON, format -> true);

    static final Option<Boolean> HEADERS = Option.flag(
            "headers",
            false,
            "Whether a message has headers: content-type, and for a format of one sample point, status, sourceTime and"
                    + " receivedAt.");

    static final Option<String> TIMESTAMP = Option.choice(
            "timestamp",
            List.of(RECEIVED_AT, SOURCE_TIME),
            RECEIVED_AT,
            "Kafka's own time of a message, in milliseconds, by which topics expire. A source time that brokers would refuse"
                    + " (before 1970, or an hour ahead of us) gives way to ours.");

    static final Option<String> COMPRESSION = Option.choice(
            "compression",
            List.of("none", "gzip", "lz4", "snappy", "zstd"),
            "lz4",
            "How batches of messages are compressed.");

    static final Option<Duration> LINGER = Option.time(
            "linger",
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofMillis(5),
            "How long a batch waits for more messages of the same flush unit; the unit's end sends all at once.");

    static final Option<Long> BATCH_SIZE =
            Option.size("batchSize", 0, 16 << 20, 128 << 10, "Most bytes in a batch of messages for one partition.");

    static final Option<Long> BUFFER = Option.size(
            "buffer", 1 << 20, 2L << 30, 32 << 20, "Memory for messages on their way, for each stream that ends here.");

    static final Option<Long> MAX_MESSAGE = Option.size(
            "maxMessage",
            1 << 10,
            512 << 20,
            1 << 20,
            "Largest message, with its key and headers; a sample that makes a larger one is refused. Brokers have a limit of"
                    + " their own, message.max.bytes.");

    static final Option<Boolean> TRANSACTIONAL = Option.flag(
            "transactional",
            false,
            "Whether each flush unit is a transaction: readers with isolation.level=read_committed see it once and whole,"
                    + " unless Taktstrom is started anew in between.");

    private static final String PROMISE = "what we promise about samples stands on it";

    static final Option<Map<String, String>> PROPERTIES = ClientProperties.option(
            ProducerConfig::configDef,
            Map.ofEntries(
                    Map.entry("acks", PROMISE + ", acks=all"),
                    Map.entry("enable.idempotence", PROMISE + ", it is always on"),
                    Map.entry("retries", PROMISE + "; how long it is tried says the option timeout"),
                    Map.entry("interceptor.classes", PROMISE),
                    Map.entry("key.serializer", "keys are made by us; use the option key"),
                    Map.entry("value.serializer", "payloads are made by us; use the option format"),
                    Map.entry("transactional.id", "use the options transactional and clientId"),
                    Map.entry("transaction.two.phase.commit.enable", PROMISE),
                    Map.entry("bootstrap.servers", "use the option brokers"),
                    Map.entry("client.id", "use the option clientId"),
                    Map.entry("compression.type", "use the option compression"),
                    Map.entry("linger.ms", "use the option linger"),
                    Map.entry("batch.size", "use the option batchSize"),
                    Map.entry("buffer.memory", "use the option buffer"),
                    Map.entry("max.request.size", "use the option maxMessage"),
                    Map.entry("delivery.timeout.ms", "use the option timeout"),
                    Map.entry("max.block.ms", "use the option timeout"),
                    Map.entry("security.protocol", "use the options tls and sasl"),
                    Map.entry("sasl.jaas.config", "use the options user and password")),
            "More properties of Kafka's producer by its own names, such as {metadata.max.age.ms: 60000}; not those that an"
                    + " option stands for, nor acks and the like, on which our promises stand. A value may be a reference.");

    static final List<Option<?>> ALL = all();

    private static List<Option<?>> all() {
        List<Option<?>> options = new ArrayList<>(List.of(
                ClusterOptions.BROKERS,
                TOPIC,
                KEY,
                FORMAT,
                PayloadOptions.FIELDS,
                PayloadOptions.TIME_FORMAT,
                HEADERS,
                TIMESTAMP,
                COMPRESSION,
                LINGER,
                BATCH_SIZE,
                BUFFER,
                MAX_MESSAGE,
                TRANSACTIONAL,
                PROPERTIES));
        options.addAll(ClusterOptions.ALL);
        return List.copyOf(options);
    }

    private KafkaOptions() {}
}
