package io.taktstrom.sinks.kafka.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sinks.tls.TlsFiles;
import io.taktstrom.sinks.tls.TlsOptions;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/**
 * What every client of Kafka is told.
 *
 * @param clientId of the sink or source; a client's own may have more behind it
 * @param timeoutMillis within which a call ends, whatever the brokers do
 * @param values by Kafka's names; they hold secrets
 */
public record ClusterSettings(String clientId, int timeoutMillis, Map<String, Object> values) {

    private static final String JAAS = "org.apache.kafka.common.security.";

    /**
     * What the options say.
     *
     * @param name in the deployment file
     * @param notices hears what an operator should know
     * @throws IOException when they do not fit together, or a file cannot be used
     */
    public static ClusterSettings of(
            OptionValues options, String name, Function<String, Path> paths, Consumer<String> notices)
            throws IOException {
        String given = options.get(ClusterOptions.CLIENT_ID);
        int timeout = Math.toIntExact(options.get(ClusterOptions.TIMEOUT).toMillis());
        Map<String, Object> values = new HashMap<>();
        values.put(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                options.get(ClusterOptions.BROKERS).replace(" ", ""));
        // A request that hangs is tried once more within the time.
        values.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, Math.min(30_000, timeout / 2));
        values.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, (long) Math.min(10_000, timeout / 2));
        values.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, (long) Math.min(30_000, timeout));
        // Our meters are the pipeline's; the brokers need none of this client.
        values.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
        values.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        encryption(options, paths, values);
        login(options, notices, values);
        return new ClusterSettings(given.isEmpty() ? "takt-" + name : given, timeout, Map.copyOf(values));
    }

    private static void encryption(OptionValues options, Function<String, Path> paths, Map<String, Object> values)
            throws IOException {
        boolean tls = options.get(ClusterOptions.TLS);
        boolean sasl = !options.get(ClusterOptions.SASL).equals(ClusterOptions.NO_SASL);
        values.put(
                CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                tls ? (sasl ? "SASL_SSL" : "SSL") : (sasl ? "SASL_PLAINTEXT" : "PLAINTEXT"));
        TlsFiles files = TlsFiles.of(options, paths, tls, "write tls: true");
        if (files.ca() != null) {
            values.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PEM");
            values.put(SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG, TlsFiles.text(files.ca()));
        }
        if (files.certificate() != null && files.privateKey() != null) {
            values.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, "PEM");
            values.put(SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, TlsFiles.text(files.certificate()));
            values.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, TlsFiles.text(files.privateKey()));
        }
        if (!options.get(TlsOptions.CHECK_HOST)) {
            values.put(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG, "");
        }
    }

    private static void login(OptionValues options, Consumer<String> notices, Map<String, Object> values)
            throws IOException {
        String sasl = options.get(ClusterOptions.SASL);
        String user = options.get(ClusterOptions.USER);
        boolean none = sasl.equals(ClusterOptions.NO_SASL);
        if (none == !user.isEmpty()) {
            throw new IOException("user and sasl belong together: give both, such as sasl: scram-sha-512, or none");
        }
        if (none) {
            return;
        }
        if (!options.get(ClusterOptions.TLS)) {
            notices.accept("it logs in and sends without encryption; set tls: true");
        }
        String module = sasl.equals("plain") ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
        values.put(SaslConfigs.SASL_MECHANISM, sasl.toUpperCase(Locale.ROOT));
        values.put(
                SaslConfigs.SASL_JAAS_CONFIG,
                JAAS + module + " required username=" + quoted(user) + " password="
                        + quoted(options.get(ClusterOptions.PASSWORD)) + ";");
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
