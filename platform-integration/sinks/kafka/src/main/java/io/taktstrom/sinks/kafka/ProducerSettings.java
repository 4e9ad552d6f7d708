package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import io.taktstrom.sinks.kafka.cluster.ClusterSettings;
import io.taktstrom.sinks.tls.TlsFiles;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What Kafka's producer is told.
 *
 * @param clientId of the sink; that of a producer has the stream's name behind it
 * @param values by Kafka's names; they hold secrets
 */
record ProducerSettings(String clientId, Map<String, Object> values) {

    static ProducerSettings of(OptionValues options, SinkContext context) throws IOException {
        ClusterSettings cluster =
                ClusterSettings.of(options, context.name(), context.paths(), context.observer()::onNotice);
        TlsFiles.of(options, context.paths(), options.get(ClusterOptions.TLS), "write tls: true")
                .tell(context.observer());
        int timeout = cluster.timeoutMillis();
        Map<String, Object> values = new HashMap<>(cluster.values());
        values.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        values.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        values.put(ProducerConfig.ACKS_CONFIG, "all");
        values.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        values.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, options.get(KafkaOptions.COMPRESSION));
        values.put(
                ProducerConfig.BATCH_SIZE_CONFIG,
                options.get(KafkaOptions.BATCH_SIZE).intValue());
        values.put(ProducerConfig.BUFFER_MEMORY_CONFIG, options.get(KafkaOptions.BUFFER));
        values.put(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                options.get(KafkaOptions.MAX_MESSAGE).intValue());
        values.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
        values.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) timeout);
        values.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.max(10_000, timeout));
        values.put(
                ProducerConfig.LINGER_MS_CONFIG,
                Math.min(timeout / 2L, options.get(KafkaOptions.LINGER).toMillis()));
        values.putAll(options.get(KafkaOptions.PROPERTIES));
        return new ProducerSettings(cluster.clientId(), Map.copyOf(values));
    }

    /** They hold secrets and stay out. */
    @Override
    public String toString() {
        return "settings of " + clientId;
    }
}
