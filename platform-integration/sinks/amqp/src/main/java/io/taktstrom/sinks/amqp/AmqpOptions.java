package io.taktstrom.sinks.amqp;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.tls.TlsOptions;

/** What {@code type: amqp} takes. */
final class AmqpOptions {

    private static final String HOST = "([^\\s/?#@:\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?";

    static final Option<String> URL = Option.text(
            "url",
            new OptionType.Text(
                    "amqps?://" + HOST + "(/[^/?#]*)?",
                    "an address such as amqp://broker or amqps://broker:5671/vhost"),
            null,
            "Where the broker is, and the virtual host, %2F for one whose name is a slash, which is the default; amqps is TLS."
                    + " Without a port: 5672, or 5671 with TLS.");

    static final Option<String> USER = Option.text("user", OptionType.Text.ANY, "guest", "User to log in as.");

    static final Option<String> PASSWORD =
            new Option<>("password", OptionType.Text.ANY, "guest", true, "Password of the user.");

    static final Option<String> EXCHANGE = Option.text(
            "exchange",
            new OptionType.Text("[\\x21-\\x7e]{0,127}", "the name of an exchange"),
            "amq.topic",
            "Exchange to publish to; empty for the one by which a routing key is the name of a queue. It must be there.");

    static final Option<Template> ROUTING_KEY = PayloadOptions.template(
            "routingKey",
            Template.Name.OF_A_POINT,
            UnaryOperator.identity(),
            "{point}",
            "Routing key of a sample, at most 255 bytes; the dots of a point's name part the words that a topic exchange"
                    + " knows.");

    static final Option<String> FORMAT = PayloadOptions.format(PayloadFormat.JSON, format -> true);

    static final Option<Boolean> HEADERS = Option.flag(
            "headers",
            false,
            "Whether a message has headers: for a format of one sample point, status, sourceTime and receivedAt.");

    static final Option<Boolean> PERSISTENT = Option.flag(
            "persistent",
            true,
            "Whether messages survive a restart of the broker in queues that do; an acknowledgement then means that they are"
                    + " on its disk.");

    static final Option<Boolean> MANDATORY = Option.flag(
            "mandatory",
            true,
            "Whether a message that no queue takes is an outage, tried again until one does; otherwise the broker throws it"
                    + " away.");

    static final Option<Long> MAX_MESSAGE = Option.size(
            "maxMessage",
            1 << 10,
            512 << 20,
            16 << 20,
            "Largest payload; a sample that makes a larger one is refused. The broker has a limit of its own,"
                    + " max_message_size.");

    static final Option<Duration> TIMEOUT = Option.time(
            "timeout",
            Duration.ofMillis(100),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            "How long the broker may confirm nothing; after that the flush unit is tried again, over another connection.");

    static final Option<Duration> CONNECT_TIMEOUT = Option.time(
            "connectTimeout",
            Duration.ofMillis(100),
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            "How long connecting may take, and each step of logging in.");

    static final Option<Duration> HEARTBEAT = Option.time(
            "heartbeat",
            Duration.ofSeconds(1),
            Duration.ofMinutes(10),
            Duration.ofSeconds(10),
            "How often both sides say that they are there; one that is silent for twice as long is gone.");

    static final List<Option<?>> ALL = List.of(
            URL,
            USER,
            PASSWORD,
            EXCHANGE,
            ROUTING_KEY,
            FORMAT,
            PayloadOptions.FIELDS,
            PayloadOptions.TIME_FORMAT,
            HEADERS,
            PERSISTENT,
            MANDATORY,
            MAX_MESSAGE,
            TIMEOUT,
            CONNECT_TIMEOUT,
            HEARTBEAT,
            TlsOptions.CA,
            TlsOptions.CHECK_HOST,
            TlsOptions.CERTIFICATE,
            TlsOptions.PRIVATE_KEY);

    private AmqpOptions() {}
}
