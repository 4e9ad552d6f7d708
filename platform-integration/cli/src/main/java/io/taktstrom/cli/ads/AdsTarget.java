package io.taktstrom.cli.ads;

import java.net.InetSocketAddress;
import java.time.Duration;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.ads.route.Discovery;
import io.taktstrom.ads.route.RouteClient;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The ADS device whose routes a command is about, as its first parameter. */
final class AdsTarget {

    private static final double LONGEST_SECONDS = 3600;

    @Parameters(
            index = "0",
            paramLabel = "HOST|URI",
            description = "The device: a name or an IP address, or a URI such as ads://10.0.0.5/5.1.2.3.1.1.")
    private String text = "";

    @Option(
            names = "--udp-port",
            paramLabel = "PORT",
            description = "Where its system service listens, if that is forwarded (default: 48899).")
    private int udpPort = UdpMessage.PORT;

    private Duration timeout = Duration.ofSeconds(5);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--seconds", paramLabel = "N", description = "How long to wait for an answer (default: 5).")
    void seconds(double seconds) {
        if (!(seconds > 0 && seconds <= LONGEST_SECONDS)) {
            throw wrong("--seconds " + seconds + " must be more than 0, and at most 3600");
        }
        timeout = Duration.ofNanos((long) (seconds * 1e9));
    }

    Duration timeout() {
        return timeout;
    }

    /** As the user wrote it. */
    String text() {
        return text;
    }

    /** Its system service. */
    InetSocketAddress service() {
        if (udpPort < 1 || udpPort > 65_535) {
            throw wrong("--udp-port " + udpPort + " is not in 1..65535");
        }
        Endpoint endpoint = endpoint();
        return new InetSocketAddress(endpoint == null ? text : endpoint.host(), udpPort);
    }

    /** Connects to it; asks it for its net id before, if the user has not said it. */
    RouteClient routes() throws ConnectorException {
        Endpoint endpoint = endpoint();
        if (endpoint == null) {
            AmsNetId netId = Discovery.ask(service(), timeout).identity().netId();
            String host = text.indexOf(':') < 0 ? text : "[" + text + "]";
            endpoint = descriptor().parse("ads://" + host + "/" + netId);
        }
        return RouteClient.open(endpoint);
    }

    /** The net id that the user wants to be ours, or null. */
    @Nullable
    AmsNetId ownNetId() {
        Endpoint endpoint = endpoint();
        return endpoint == null ? null : RouteClient.localNetId(endpoint).orElse(null);
    }

    private @Nullable Endpoint endpoint() {
        if (!text.contains("://")) {
            return null;
        }
        try {
            return descriptor().parseSeen(text);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private static ConnectorDescriptor descriptor() {
        return Connectors.provider("ads").descriptor();
    }

    ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
