package io.taktstrom.opcua.session;

import java.time.Duration;

import io.taktstrom.opcua.channel.Failures;
import io.taktstrom.opcua.channel.MessageLimit;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is and how to talk to it.
 *
 * @param path of its URL, without the first slash
 * @param security how messages are protected
 * @param user who we are
 * @param rewriteUrl whether to stay at our host and port where the server names others
 * @param maxMessageBytes most bytes of one answer
 * @param maxNodesPerRequest most entries of one request
 * @param publishRequests Publish requests that wait at the server
 * @param profile the kind of server; {@code auto} to find out
 * @param bridge how long a lost connection's subscriptions are to live on at the server; zero for not at all
 * @param insecure whether a password may go over a connection that does not encrypt it
 * @param budget what the server may cost us
 */
public record LinkSettings(
        String host,
        int port,
        String path,
        Security security,
        User user,
        boolean rewriteUrl,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration sessionTimeout,
        int maxMessageBytes,
        int maxNodesPerRequest,
        int publishRequests,
        String profile,
        Duration bridge,
        boolean insecure,
        Budget budget) {

    /**
     * How messages are protected.
     *
     * @param policy its name in the standard, for example {@code Basic256Sha256}; {@code none}; {@code best} for the
     *     strongest that the server offers
     * @param signOnly whether messages are signed and not encrypted
     * @param identity our own certificate and how we judge the server's; null without security
     */
    public record Security(
            String policy, boolean signOnly, @Nullable AppIdentity identity) {

        public static final String NONE = "none";
        public static final String BEST = "best";

        public boolean isNone() {
            return policy.equals(NONE);
        }
    }

    /** How large one answer may be. */
    MessageLimit messageLimit() {
        return budget.messageLimit(maxMessageBytes);
    }

    /** {@code opc.tcp://host:port/path}. */
    public String url() {
        String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return "opc.tcp://" + shown + ":" + port + (path.isEmpty() ? "" : "/" + path);
    }

    /** What is thrown when a step of connecting fails. */
    ConnectFailedException failed(String step, Exception cause) {
        return cause instanceof ConnectFailedException known
                ? known
                : new ConnectFailedException(
                        "connect to " + url() + ", " + step + ": "
                                + (cause instanceof ConnectorException ? cause.getMessage() : Failures.reason(cause)),
                        cause);
    }
}
