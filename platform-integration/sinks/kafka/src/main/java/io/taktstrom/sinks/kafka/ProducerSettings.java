package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.TlsFiles;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What Kafka's producer is told.
 *
 * @param clientId of the sink; that of a producer has the stream's name behind it
 * @param values by Kafka's names; they hold secrets
 */
record ProducerSettings(String clientId, Map<String, Object> values) {

    private static final String JAAS = "org.apache.kafka.common.security.";

    static ProducerSettings of(OptionValues options, SinkContext context) throws IOException {
        String given = options.get(KafkaOptions.CLIENT_ID);
        Map<String, Object> values = new HashMap<>();
        delivery(options, values);
        encryption(options, context.paths(), values);
        login(options, context, values);
        return new ProducerSettings(given.isEmpty() ? "takt-" + context.name() : given, Map.copyOf(values));
    }

    private static void delivery(OptionValues options, Map<String, Object> values) {
        int timeout = Math.toIntExact(options.get(KafkaOptions.TIMEOUT).toMillis());
        values.put(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                options.get(KafkaOptions.BROKERS).replace(" ", ""));
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
        // A call ends in this time whatever the brokers do; a request that hangs is tried once more within it.
        values.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
        values.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) timeout);
        values.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(30_000, timeout / 2));
        values.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.max(10_000, timeout));
        values.put(
                ProducerConfig.LINGER_MS_CONFIG,
                Math.min(timeout / 2L, options.get(KafkaOptions.LINGER).toMillis()));
        values.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, (long) Math.min(10_000, timeout / 2));
        values.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, (long) Math.min(30_000, timeout));
        // Our meters are the pipeline's; the brokers need none of this client.
        values.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
        values.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    }

    private static void encryption(OptionValues options, Function<String, Path> paths, Map<String, Object> values)
            throws IOException {
        boolean tls = options.get(KafkaOptions.TLS);
        boolean sasl = !options.get(KafkaOptions.SASL).equals(KafkaOptions.NO_SASL);
        values.put(
                CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                tls ? (sasl ? "SASL_SSL" : "SSL") : (sasl ? "SASL_PLAINTEXT" : "PLAINTEXT"));
        String ca = pem(KafkaOptions.CA, options, paths);
        String certificate = pem(KafkaOptions.CERTIFICATE, options, paths);
        String key = pem(KafkaOptions.PRIVATE_KEY, options, paths);
        if (!tls && !(ca + certificate + key).isEmpty()) {
            throw new IOException("ca, certificate and privateKey need tls: true");
        }
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new IOException("certificate and privateKey belong together: give both, or none");
        }
        if (!ca.isEmpty()) {
            values.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PEM");
            values.put(SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG, ca);
        }
        if (!certificate.isEmpty()) {
            values.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, "PEM");
            values.put(SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, certificate);
            values.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, key);
        }
        if (!options.get(KafkaOptions.CHECK_HOST)) {
            values.put(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG, "");
        }
    }

    /** The text of a file; empty when none is named. */
    private static String pem(Option<String> option, OptionValues options, Function<String, Path> paths)
            throws IOException {
        String path = options.get(option);
        return path.isEmpty() ? "" : TlsFiles.text(paths.apply(path));
    }

    private static void login(OptionValues options, SinkContext context, Map<String, Object> values)
            throws IOException {
        String sasl = options.get(KafkaOptions.SASL);
        String user = options.get(KafkaOptions.USER);
        boolean none = sasl.equals(KafkaOptions.NO_SASL);
        if (none == !user.isEmpty()) {
            throw new IOException("user and sasl belong together: give both, such as sasl: scram-sha-512, or none");
        }
        if (none) {
            return;
        }
        if (!options.get(KafkaOptions.TLS)) {
            context.observer()
                    .onNotice("sink " + context.name() + " logs in and sends without encryption; set tls: true");
        }
        String module = sasl.equals("plain") ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
        values.put(SaslConfigs.SASL_MECHANISM, sasl.toUpperCase(Locale.ROOT));
        values.put(
                SaslConfigs.SASL_JAAS_CONFIG,
                JAAS + module + " required username=" + quoted(user) + " password="
                        + quoted(options.get(KafkaOptions.PASSWORD)) + ";");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** They hold secrets and stay out. */
    @Override
    public String toString() {
        return "settings of " + clientId;
    }
}
