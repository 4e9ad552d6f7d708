package io.taktstrom.sinks.kafka.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.StringJoiner;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.NetworkException;

/**
 * The addresses of a cluster. Kafka's clients say that nobody is there only after all their time, and then of a topic that they
 * do not know.
 */
public final class Brokers {

    /** One that takes longer to take a connection is none to send to. */
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private Brokers() {}

    /**
     * Returns when one of them takes a connection.
     *
     * @param settings of a client, by Kafka's names
     * @throws KafkaException one that may pass, when none does; it says why, of each. Or as Kafka's clients have it when the
     *     thread is interrupted
     */
    public static void requireOne(Map<String, Object> settings) {
        String addresses = String.valueOf(settings.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
        StringJoiner reasons = new StringJoiner("; ");
        for (String address : addresses.split(",", -1)) {
            try (SocketChannel channel = SocketChannel.open()) {
                // By way of the socket, for only that has a limit, and of a channel, for only that can be interrupted.
                channel.socket().connect(parse(address), Math.toIntExact(CONNECT.toMillis()));
                return;
            } catch (ClosedByInterruptException e) {
                throw new InterruptException("interrupted while a broker was looked for", new InterruptedException());
            } catch (IOException e) {
                reasons.add(address + ": " + e.getMessage());
            } catch (IllegalArgumentException e) {
                // Not one that we can read: Kafka's client may.
                return;
            }
        }
        throw new NetworkException("no broker can be reached: " + reasons);
    }

    private static InetSocketAddress parse(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, Math.max(0, colon)).replaceAll("^\\[|]$", "");
        InetSocketAddress parsed = new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1)));
        if (parsed.isUnresolved()) {
            throw new IOException("there is no host " + host);
        }
        return parsed;
    }
}
