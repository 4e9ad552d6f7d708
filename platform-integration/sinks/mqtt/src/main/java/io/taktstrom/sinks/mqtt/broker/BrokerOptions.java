package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.tls.TlsFiles;
import io.taktstrom.sinks.tls.TlsOptions;

/** Options of whatever talks to a broker. */
public final class BrokerOptions {

    private static final int PORT = 1883;
    private static final int TLS_PORT = 8883;

    private static final Option<String> URL = Option.text(
            "url",
            new OptionType.Text(
                    "mqtts?://[^\\s/?#@:]+(:[0-9]{1,5})?/?|mqtts?://\\[[0-9A-Fa-f:.]+\\](:[0-9]{1,5})?/?",
                    "an address such as mqtt://broker or mqtts://broker:8883"),
            null,
            "Where the broker is; mqtts is TLS. Without a port: 1883, or 8883 with TLS.");

    private static final Option<String> VERSION = Option.choice(
            "version",
            List.of("5", "3.1.1"),
            "5",
            "Version of MQTT. With 5 the broker says why it refuses something; with 3.1.1 it may drop in silence.");

    private static final OptionType.Text CLIENT_ID_TEXT = new OptionType.Text(
            "([^{}\\x00-\\x1f]|\\{(host|sink|random)\\})+", "text, with {host}, {sink} and {random} where wanted");

    private static final Option<String> CLIENT_ID = Option.text(
            "clientId",
            CLIENT_ID_TEXT,
            "takt-{host}-{sink}-{random}",
            "Who we are to the broker. Two clients of one name push each other out for ever; {random} is new with each start.");

    private static final Option<String> KEPT_CLIENT_ID = Option.text(
            "clientId",
            CLIENT_ID_TEXT,
            "takt-{host}-{sink}",
            "Who we are to the broker, which keeps our session by this name: no two may have the same. {sink} is the name"
                    + " of the source.");

    private static final Option<Duration> SESSION_EXPIRY = Option.time(
            "sessionExpiry",
            Duration.ZERO,
            Duration.ofDays(365),
            Duration.ofHours(1),
            "How long the broker keeps for us what comes while we are away, in whole seconds; 0s for a new session each time."
                    + " A broker of 3.1.1 keeps it for as long as it likes.");

    private static final Option<String> USER =
            Option.text("user", OptionType.Text.ANY, "", "User name at the broker; empty for none.");

    private static final Option<String> PASSWORD =
            new Option<>("password", OptionType.Text.ANY, "", true, "Its password.");

    private static final Option<Duration> KEEP_ALIVE = Option.time(
            "keepAlive",
            Duration.ofSeconds(1),
            Duration.ofSeconds(65_535),
            Duration.ofSeconds(30),
            "How long nothing may be heard before both sides ask and, without an answer, end the session.");

    private static final Option<Integer> MAX_IN_FLIGHT = Option.whole(
            "maxInFlight",
            1,
            65_525,
            1000,
            "Most messages that may be without acknowledgement at once; a broker of MQTT 5 may allow fewer.");

    private static final Option<Duration> CONNECT_TIMEOUT = Option.time(
            "connectTimeout",
            Duration.ofMillis(100),
            Duration.ofMinutes(5),
            Duration.ofSeconds(10),
            "How long connecting may take, TLS and the broker's answer included.");

    private static final Option<Duration> ACK_TIMEOUT = Option.time(
            "ackTimeout",
            Duration.ofMillis(100),
            Duration.ofHours(1),
            Duration.ofSeconds(10),
            "How long the broker may acknowledge nothing before the session is given up and the unit delivered again.");

    /** Of who only publishes: a new session each time. */
    public static final List<Option<?>> OF_A_SINK = with(CLIENT_ID);

    /** Of who listens: a session that the broker keeps. */
    public static final List<Option<?>> OF_A_LISTENER = with(KEPT_CLIENT_ID, SESSION_EXPIRY);

    private BrokerOptions() {}

    private static List<Option<?>> with(Option<?>... own) {
        List<Option<?>> options = new ArrayList<>(List.of(URL, VERSION));
        options.addAll(List.of(own));
        options.addAll(List.of(USER, PASSWORD, KEEP_ALIVE, MAX_IN_FLIGHT, CONNECT_TIMEOUT, ACK_TIMEOUT));
        options.addAll(TlsOptions.FILES);
        return List.copyOf(options);
    }

    /**
     * What those {@linkplain #OF_A_SINK of a sink} say.
     *
     * @throws IOException when they cannot work, whatever the broker does: the message says what to change
     */
    public static BrokerSettings read(OptionValues options, SinkContext context) throws IOException {
        return read(options, context, CLIENT_ID, Duration.ZERO);
    }

    /**
     * What those {@linkplain #OF_A_LISTENER of a listener} say.
     *
     * @throws IOException as with those of a sink
     */
    public static BrokerSettings readKept(OptionValues options, SinkContext context) throws IOException {
        return read(options, context, KEPT_CLIENT_ID, options.get(SESSION_EXPIRY));
    }

    private static BrokerSettings read(
            OptionValues options, SinkContext context, Option<String> clientId, Duration sessionExpiry)
            throws IOException {
        URI url = URI.create(options.get(URL));
        boolean secure = url.getScheme().equals("mqtts");
        String host = url.getHost();
        if (host == null || url.getPort() > 65_535) {
            throw new IOException("url " + url + ": not an address; write it as mqtt://broker or mqtts://broker:8883");
        }
        String user = options.get(USER);
        String password = options.get(PASSWORD);
        if (user.isEmpty() && !password.isEmpty()) {
            throw new IOException("broker " + url + ": password without user; name the user");
        }
        TlsFiles files = TlsFiles.of(options, context.paths(), secure, "write mqtts:// in the url");
        files.tell(context.observer());
        return new BrokerSettings(
                host,
                url.getPort() < 0 ? secure ? TLS_PORT : PORT : url.getPort(),
                secure ? tls(files) : null,
                options.get(VERSION).equals("5"),
                clientId(options.get(clientId), context.name()),
                user.isEmpty() ? null : new BrokerSettings.Login(user, password),
                sessionExpiry,
                options.get(KEEP_ALIVE),
                options.get(MAX_IN_FLIGHT),
                options.get(CONNECT_TIMEOUT),
                options.get(ACK_TIMEOUT));
    }

    /** The broker's name is always checked. */
    private static MqttClientSslConfig tls(TlsFiles files) throws IOException {
        return MqttClientSslConfig.builder()
                .trustManagerFactory(files.trust())
                .keyManagerFactory(files.own())
                .build();
    }

    private static String clientId(String template, String sink) {
        return template.replace("{host}", PayloadOptions.host())
                .replace("{sink}", sink)
                .replace("{random}", UUID.randomUUID().toString().substring(0, 8));
    }
}
