package io.taktstrom.sinks.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import io.taktstrom.sinks.message.Names;

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
                TRANSACTIONAL));
        options.addAll(ClusterOptions.ALL);
        return List.copyOf(options);
    }

    private KafkaOptions() {}
}
