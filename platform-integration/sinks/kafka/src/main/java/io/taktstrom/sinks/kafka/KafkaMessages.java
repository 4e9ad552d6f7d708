package io.taktstrom.sinks.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import io.taktstrom.sinks.message.MessageUnit;
import io.taktstrom.sinks.message.Names;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Makes Kafka's records of a stream's samples. One thread. */
final class KafkaMessages {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    /** Beyond this lead brokers refuse a message: message.timestamp.after.max.ms, as it comes. */
    private static final long MAX_AHEAD = 3_600 * NANOS_PER_SECOND;

    /** What Kafka adds to a message, and what its own headers take: more than it really is. */
    private static final int OVERHEAD = 128;

    private static final int OVERHEAD_OF_HEADERS = 256;

    private final MessageUnit<Route> unit;
    private final boolean headers;
    private final boolean bySourceTime;
    private final long maxMessage;
    private final long timeoutNanos;

    KafkaMessages(OptionValues options, String sink, String stream) {
        PayloadFormat format = PayloadFormat.of(options.get(KafkaOptions.FORMAT));
        FieldSelection fields = PayloadOptions.selection(options, stream);
        Template topic = Names.known(options.get(KafkaOptions.TOPIC), sink, stream);
        Template key = Names.known(options.get(KafkaOptions.KEY), sink, stream);
        headers = options.get(KafkaOptions.HEADERS);
        bySourceTime = options.get(KafkaOptions.TIMESTAMP).equals(KafkaOptions.SOURCE_TIME);
        maxMessage = options.get(KafkaOptions.MAX_MESSAGE);
        timeoutNanos = options.get(ClusterOptions.TIMEOUT).toNanos();
        unit = new MessageUnit<>(
                format,
                () -> format.encoder(fields),
                (group, i) -> {
                    DataPoint point = group.points().get(i);
                    return new Route(topic.of(point), key.of(point));
                },
                (int) (maxMessage - OVERHEAD - OVERHEAD_OF_HEADERS));
    }

    MessageUnit<Route> unit() {
        return unit;
    }

    /** How long the brokers may take to acknowledge one. */
    long timeoutNanos() {
        return timeoutNanos;
    }

    /** Why a message is too large; null when it is not. */
    @Nullable
    String tooLarge(int m) {
        long overhead = (long) unit.route(m).keyBytes() + OVERHEAD;
        if (headers) {
            overhead += OVERHEAD_OF_HEADERS + unit.point(m).name().length();
        }
        return unit.tooLarge(m, overhead, maxMessage, "message.max.bytes at the brokers");
    }

    ProducerRecord<byte[], byte[]> record(int m) {
        Route route = unit.route(m);
        return new ProducerRecord<>(
                route.topic(), null, timestamp(m), route.key(), unit.payload(m), headers ? headers(m) : null);
    }

    private @Nullable Long timestamp(int m) {
        long received = unit.receivedAt(m);
        long source = unit.sourceTime(m);
        boolean isRight = bySourceTime && source >= 0 && (received < 0 || source - received < MAX_AHEAD);
        long time = isRight ? source : received;
        // Kafka has no times before 1970: it takes its own.
        return time < 0 ? null : time / NANOS_PER_MILLI;
    }

    private List<Header> headers(int m) {
        List<Header> all = new ArrayList<>();
        unit.headers(m, (name, text) -> all.add(new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8))));
        return all;
    }
}
