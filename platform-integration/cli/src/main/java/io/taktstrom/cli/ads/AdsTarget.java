package io.taktstrom.cli.ads;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.ads.route.Discovery;
import io.taktstrom.ads.route.RouteClient;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The ADS device whose routes a command is about, as its first parameter. */
final class AdsTarget {

    @Parameters(
            index = "0",
            paramLabel = "HOST|URI",
            description = "A name, an IP address, or a URI: ads://10.0.0.5/5.1.2.3.1.1.")
    private String text = "";

    @Option(names = "--udp-port", paramLabel = "PORT", description = "Port of its system service (default: 48899).")
    private int udpPort = UdpMessage.PORT;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            converter = RunLimit.Seconds.class,
            description = "How long to wait for an answer (default: 5).")
    private Duration timeout = Duration.ofSeconds(5);

    Duration timeout() {
        return timeout;
    }

    /** As the user wrote it. */
    String text() {
        return text;
    }

    /** The address of its system service. */
    InetSocketAddress service() {
        Endpoint endpoint = endpoint();
        return new InetSocketAddress(endpoint == null ? text : endpoint.host(), checkedPort(udpPort));
    }

    static int checkedPort(int udpPort) {
        if (udpPort < 1 || udpPort > 65_535) {
            throw new UsageException("--udp-port " + udpPort + " is not in 1..65535");
        }
        return udpPort;
    }

    /** Connects to it; asks it for its net id first, if the user has not given it. */
    RouteClient routes() throws ConnectorException {
        Endpoint endpoint = endpoint();
        if (endpoint == null) {
            AmsNetId netId = Discovery.ask(service(), timeout).identity().netId();
            String host = text.indexOf(':') < 0 ? text : "[" + text + "]";
            endpoint = descriptor().parse("ads://" + host + "/" + netId);
        }
        return RouteClient.open(endpoint);
    }

    /** The net id that the URI sets as ours, or null. */
    @Nullable
    AmsNetId ownNetId() {
        Endpoint endpoint = endpoint();
        return endpoint == null ? null : RouteClient.localNetId(endpoint).orElse(null);
    }

    /** Where to add a route by Secure ADS; empty for plain ADS. */
    Optional<Endpoint> secure() {
        return Optional.ofNullable(endpoint()).filter(RouteClient::isSecure);
    }

    private @Nullable Endpoint endpoint() {
        return text.contains("://") ? UsageException.check(() -> descriptor().parseSeen(text)) : null;
    }

    private static ConnectorDescriptor descriptor() {
        return Connectors.provider("ads").descriptor();
    }
}
