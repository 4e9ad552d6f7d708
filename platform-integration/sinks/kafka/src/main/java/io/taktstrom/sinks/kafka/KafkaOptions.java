package io.taktstrom.sinks.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.kafka.cluster.ClientProperties;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import org.apache.kafka.clients.producer.ProducerConfig;

/** What {@code type: kafka} takes. */
final class KafkaOptions {

    static final String RECEIVED_AT = "receivedAt";
    static final String SOURCE_TIME = "sourceTime";

    static final OptionList OPTIONS = new OptionList();

    static {
        OPTIONS.share(ClusterOptions.BROKERS);
    }

    static final Option<Template> TOPIC = OPTIONS.template(
            "topic",
            Template.Name.OF_A_POINT,
            PayloadOptions::topicName,
            null,
            "Topic of a sample; other characters than letters, digits, '.', '_' and '-' become '_'.");

    static final Option<Template> KEY = OPTIONS.template(
            "key",
            Template.Name.OF_A_POINT,
            UnaryOperator.identity(),
            "{point}",
            "Key of a message: samples with the same key stay in order; empty for no key, and no order.");

    static final Option<String> FORMAT = OPTIONS.format(PayloadFormat.JSON, format -> true);

    static final Option<Boolean> HEADERS = OPTIONS.flag(
            "headers",
            false,
            "Whether a message has the header content-type, and in formats of one sample point, status, sourceTime, receivedAt.");

    static final Option<String> TIMESTAMP = OPTIONS.choice(
            "timestamp",
            List.of(RECEIVED_AT, SOURCE_TIME),
            RECEIVED_AT,
            "Kafka's timestamp of a message. A source time before 1970 or over an hour ahead is replaced by the receive time.");

    static final Option<String> COMPRESSION = OPTIONS.choice(
            "compression",
            List.of("none", "gzip", "lz4", "snappy", "zstd"),
            "lz4",
            "Compression of batches of messages.");

    static final Option<Duration> LINGER =
            OPTIONS.time("linger", "0s", "1s", "5ms", "How long a batch waits for more messages of its flush unit.");

    static final Option<Long> BATCH_SIZE = OPTIONS.size(
            "batchSize", "0B", "16MiB", "128KiB", "Maximum size of a batch of messages for one partition.");

    static final Option<Long> BUFFER =
            OPTIONS.size("buffer", "1MiB", "2GiB", "32MiB", "Memory for unacknowledged messages, per stream.");

    static final Option<Long> MAX_MESSAGE = OPTIONS.size(
            "maxMessage",
            "1KiB",
            "512MiB",
            "1MiB",
            "Largest message with key and headers; larger samples are refused. See also message.max.bytes of brokers.");

    static final Option<Boolean> TRANSACTIONAL = OPTIONS.flag(
            "transactional",
            false,
            "Whether each flush unit is a transaction: readers with isolation.level=read_committed see it once and whole,"
                    + " unless Taktstrom restarts in between.");

    private static final String PROMISE = "what we promise about samples stands on it";

    static final Option<Map<String, String>> PROPERTIES = OPTIONS.add(
            ClientProperties.option(
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
                            + " option stands for, nor acks and the like, on which our promises stand. A value may be a reference."));

    static {
        OPTIONS.share(ClusterOptions.ALL);
    }

    private KafkaOptions() {}
}
