package io.taktstrom.sinks.kafka.cluster;

import java.time.Duration;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.sinks.tls.TlsOptions;

/** Options of whatever talks to Kafka. */
public final class ClusterOptions {

    static final String NO_SASL = "none";

    private static final String ADDRESS = "[^\\s,:\\[\\]]+:\\d{1,5}|\\[[0-9A-Fa-f:]+\\]:\\d{1,5}";

    public static final Option<String> BROKERS = Option.text(
            "brokers",
            new OptionType.Text(
                    "(" + ADDRESS + ")(,\\s*(" + ADDRESS + "))*",
                    "addresses host:port with commas between, such as kafka1:9092,kafka2:9092"),
            null,
            "Addresses of one or more brokers, which tell of the others.");

    public static final Option<Duration> TIMEOUT = Option.time(
            "timeout",
            Duration.ofSeconds(1),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            "How long the brokers may take to acknowledge, repetitions by Kafka's client included; after that it is tried"
                    + " again from the beginning.");

    static final Option<String> CLIENT_ID = Option.text(
            "clientId",
            OptionType.Text.ANY,
            "",
            "How we are called in the brokers' logs, quotas and transactions, which two must not share; empty for 'takt-' and"
                    + " the name in this file.");

    public static final Option<Boolean> TLS = Option.flag("tls", false, "Whether connections are encrypted.");

    static final Option<String> SASL = Option.choice(
            "sasl",
            List.of(NO_SASL, "plain", "scram-sha-256", "scram-sha-512"),
            NO_SASL,
            "How user and password are proven.");

    static final Option<String> USER = Option.text("user", OptionType.Text.ANY, "", "User to log in as, with sasl.");

    static final Option<String> PASSWORD =
            new Option<>("password", OptionType.Text.ANY, "", true, "Password of the user.");

    /** But {@link #BROKERS}, which come first. */
    public static final List<Option<?>> ALL = List.of(
            TIMEOUT,
            CLIENT_ID,
            TLS,
            TlsOptions.CA,
            TlsOptions.CHECK_HOST,
            TlsOptions.CERTIFICATE,
            TlsOptions.PRIVATE_KEY,
            SASL,
            USER,
            PASSWORD);

    private ClusterOptions() {}
}
