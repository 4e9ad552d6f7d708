package io.taktstrom.sinks.kafka.cluster;

import java.time.Duration;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.tls.TlsOptions;

/** Options of whatever talks to Kafka. */
public final class ClusterOptions {

    static final String NO_SASL = "none";

    private static final OptionList OPTIONS = new OptionList();

    private static final String ADDRESS = "[^\\s,:\\[\\]]+:\\d{1,5}|\\[[0-9A-Fa-f:]+\\]:\\d{1,5}";

    public static final Option<String> BROKERS = new OptionList()
            .text(
                    "brokers",
                    "(" + ADDRESS + ")(,\\s*(" + ADDRESS + "))*",
                    "addresses host:port with commas between, such as kafka1:9092,kafka2:9092",
                    null,
                    "Addresses of one or more brokers; the others are discovered.");

    public static final Option<Duration> TIMEOUT = OPTIONS.time(
            "timeout",
            "1s",
            "10m",
            "30s",
            "Time limit for an acknowledgement, retries of Kafka's client included; then the unit is sent again.");

    static final Option<String> CLIENT_ID = OPTIONS.text(
            "clientId",
            "",
            "Client id in logs, quotas and transactions; must be unique. Empty for 'takt-' and the name in this file.");

    public static final Option<Boolean> TLS = OPTIONS.flag("tls", false, "Whether connections are encrypted.");

    static {
        OPTIONS.share(TlsOptions.FILES_AND_HOST);
    }

    static final Option<String> SASL = OPTIONS.choice(
            "sasl",
            List.of(NO_SASL, "plain", "scram-sha-256", "scram-sha-512"),
            NO_SASL,
            "SASL mechanism of user and password.");

    static final Option<String> USER = OPTIONS.text("user", "", "User name, with sasl.");

    static final Option<String> PASSWORD = OPTIONS.secret("password", "", "Password of the user.");

    /** But {@link #BROKERS}, which come first. */
    public static final List<Option<?>> ALL = OPTIONS.all();

    private ClusterOptions() {}
}
