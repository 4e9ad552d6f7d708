package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.tls.TlsFiles;
import io.taktstrom.sinks.tls.TlsOptions;

/** Options of all that talks to a broker. */
public final class BrokerOptions {

    private static final int PORT = 1883;
    private static final int TLS_PORT = 8883;

    private static final OptionList ADDRESS = new OptionList();
    private static final OptionList OTHERS = new OptionList();

    private static final Option<String> URL = ADDRESS.text(
            "url",
            "mqtts?://[^\\s/?#@:]+(:[0-9]{1,5})?/?|mqtts?://\\[[0-9A-Fa-f:.]+\\](:[0-9]{1,5})?/?",
            "an address such as mqtt://broker or mqtts://broker:8883",
            null,
            "Address of the broker; mqtts is TLS. Default port: 1883, or 8883 with TLS.");

    private static final Option<String> VERSION = ADDRESS.choice(
            "version",
            List.of("5", "3.1.1"),
            "5",
            "Version of MQTT. With 5 the broker gives reasons; with 3.1.1 it may drop messages silently.");

    private static final OptionType.Text CLIENT_ID_TEXT = new OptionType.Text(
            "([^{}\\x00-\\x1f]|\\{(host|sink|random)\\})+", "text, with {host}, {sink} and {random} where wanted");

    private static final Option<String> CLIENT_ID = Option.text(
            "clientId",
            CLIENT_ID_TEXT,
            "takt-{host}-{sink}-{random}",
            "Client id. Two clients with the same id disconnect each other; {random} is new with each start.");

    private static final Option<String> KEPT_CLIENT_ID = Option.text(
            "clientId",
            CLIENT_ID_TEXT,
            "takt-{host}-{sink}",
            "Client id, under which the broker keeps the session; must be unique. {sink} is the name of the source.");

    private static final Option<Duration> SESSION_EXPIRY = new OptionList()
            .time(
                    "sessionExpiry",
                    "0s",
                    "365d",
                    "1h",
                    "How long the broker keeps messages while disconnected, in whole seconds; 0s for a new session each time."
                            + " A broker of 3.1.1 decides itself.");

    private static final Option<String> USER = OTHERS.text("user", "", "User name; empty for none.");

    private static final Option<String> PASSWORD = OTHERS.secret("password", "", "Password of the user.");

    private static final Option<Duration> KEEP_ALIVE = OTHERS.time(
            "keepAlive",
            "1s",
            "65535s",
            "30s",
            "Silence after which both sides ping and, without an answer, close the session.");

    private static final Option<Integer> MAX_IN_FLIGHT = OTHERS.whole(
            "maxInFlight", 1, 65_525, 1000, "Maximum of unacknowledged messages; a broker of MQTT 5 may allow fewer.");

    private static final Option<Duration> CONNECT_TIMEOUT =
            OTHERS.time("connectTimeout", "100ms", "5m", "10s", "Time limit for connecting, with TLS and CONNACK.");

    private static final Option<Duration> ACK_TIMEOUT = OTHERS.time(
            "ackTimeout",
            "100ms",
            "1h",
            "10s",
            "Time without any acknowledgement after which the unit is sent again in a new session.");

    /** Of a client that only publishes: a new session each time. */
    public static final List<Option<?>> OF_A_SINK = with(CLIENT_ID);

    /** Of a client that listens: a session that the broker keeps. */
    public static final List<Option<?>> OF_A_LISTENER = with(KEPT_CLIENT_ID, SESSION_EXPIRY);

    private BrokerOptions() {}

    private static List<Option<?>> with(Option<?>... own) {
        OptionList options = new OptionList();
        options.share(ADDRESS.all());
        options.share(own);
        options.share(OTHERS.all());
        options.share(TlsOptions.FILES);
        return options.all();
    }

    /**
     * What those {@linkplain #OF_A_SINK of a sink} say.
     *
     * @throws IOException when they cannot work, whatever the broker does: the message says what to change
     */
    public static BrokerSettings read(OptionValues options, SinkContext context) throws IOException {
        return read(options, context, options.get(CLIENT_ID), Duration.ZERO);
    }

    /**
     * What those {@linkplain #OF_A_LISTENER of a listener} say.
     *
     * @throws IOException as with those of a sink
     */
    public static BrokerSettings readKept(OptionValues options, SinkContext context) throws IOException {
        return read(options, context, options.get(KEPT_CLIENT_ID), options.get(SESSION_EXPIRY));
    }

    /**
     * The same under another client id and without a kept session, for a check that must not disconnect the listener.
     *
     * @throws IOException as with those of a sink
     */
    public static BrokerSettings readForCheck(OptionValues options, SinkContext context) throws IOException {
        return read(options, context, options.get(KEPT_CLIENT_ID) + "-visitor", Duration.ZERO);
    }

    private static BrokerSettings read(
            OptionValues options, SinkContext context, String clientId, Duration sessionExpiry) throws IOException {
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
                clientId(clientId, context.name()),
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
        return template.replace("{host}", Template.host())
                .replace("{sink}", sink)
                .replace("{random}", UUID.randomUUID().toString().substring(0, 8));
    }
}
