package io.taktstrom.sinks.amqp;

import java.time.Duration;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.tls.TlsOptions;

/** What {@code type: amqp} takes. */
final class AmqpOptions {

    static final OptionList OPTIONS = new OptionList();

    private static final String HOST = "([^\\s/?#@:\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?";

    static final Option<String> URL = OPTIONS.text(
            "url",
            "amqps?://" + HOST + "(/[^/?#]*)?",
            "an address such as amqp://broker or amqps://broker:5671/vhost",
            null,
            "Address and virtual host of the broker (%2F for /, the default); amqps is TLS. Default port: 5672, or 5671 with TLS.");

    static final Option<String> USER = OPTIONS.text("user", "guest", "User name.");

    static final Option<String> PASSWORD = OPTIONS.secret("password", "guest", "Password of the user.");

    static final Option<String> EXCHANGE = OPTIONS.text(
            "exchange",
            "[\\x21-\\x7e]{0,127}",
            "the name of an exchange",
            "amq.topic",
            "Exchange to publish to, which must exist; empty for the default one, where a routing key names a queue.");

    static final Option<Template> ROUTING_KEY = OPTIONS.template(
            "routingKey",
            Template.Name.OF_A_POINT,
            UnaryOperator.identity(),
            "{point}",
            "Routing key of a sample, at most 255 bytes; dots separate the words of a topic exchange.");

    static final Option<String> FORMAT = OPTIONS.format(PayloadFormat.JSON, format -> true);

    static final Option<Boolean> HEADERS = OPTIONS.flag(
            "headers",
            false,
            "Formats of one sample: whether a message has the headers point, status, sourceTime, receivedAt.");

    static final Option<Boolean> PERSISTENT = OPTIONS.flag(
            "persistent",
            true,
            "Whether messages survive a broker restart in durable queues; a confirm then means that they are on disk.");

    static final Option<Boolean> MANDATORY = OPTIONS.flag(
            "mandatory",
            true,
            "Whether a message that no queue takes is sent again until one does; otherwise the broker drops it.");

    static final Option<Long> MAX_MESSAGE = OPTIONS.size(
            "maxMessage",
            "1KiB",
            "512MiB",
            "16MiB",
            "Largest payload; larger samples are refused. See also max_message_size of the broker.");

    static final Option<Duration> TIMEOUT = OPTIONS.time(
            "timeout",
            "100ms",
            "10m",
            "30s",
            "Time without any confirm after which the unit is sent again over a new connection.");

    static final Option<Duration> CONNECT_TIMEOUT = OPTIONS.time(
            "connectTimeout", "100ms", "5m", "5s", "Time limit for connecting, and for each step of the login.");

    static final Option<Duration> HEARTBEAT = OPTIONS.time(
            "heartbeat", "1s", "10m", "10s", "Heartbeat interval; after twice this silence the connection is closed.");

    static {
        OPTIONS.share(TlsOptions.FILES_AND_HOST);
    }

    private AmqpOptions() {}
}
