package io.taktstrom.sinks.kafka.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.StringJoiner;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a cluster. Kafka's clients report an unreachable cluster only after their whole time-out, and then as a topic
 * that they do not know; and they allocate whatever length an answer states, also where it is none of Kafka's. So one
 * request is sent here first, where the connection is not encrypted.
 *
 * <pre>
 *   request   int32 size | int16 18 | int16 0 | int32 correlation | int16 -1     ApiVersions, version 0, no client id
 *   answer    int32 size | int32 correlation | ...                               Kafka protocol guide
 *             15 03 ..   | ...                                                   TLS, an alert: RFC 8446, 5.1
 *             "HTTP"     | ...
 * </pre>
 */
public final class Brokers {

    /** One that takes longer to take a connection, or to send what it is, is not asked further. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final short API_VERSIONS = 18;
    private static final int CORRELATION = 0x74616b74;
    private static final int ANSWER_BYTES = 8;
    /** An alert of TLS is shorter than what we wait for of Kafka. */
    private static final int BEGIN_BYTES = 5;

    /** Far more than the versions of all requests need. */
    private static final int MAX_SIZE = 1 << 20;

    private static final int TLS_ALERT = 0x15;
    private static final int TLS_MAJOR = 3;

    private Brokers() {}

    /**
     * Returns when one of them takes a connection, and does not answer as something else than Kafka.
     *
     * @param settings of a client, by Kafka's names
     * @throws KafkaException one that may pass, when none does; it gives the reason for each. Or as Kafka's clients have it when the
     *     thread is interrupted
     */
    public static void requireOne(Map<String, Object> settings) {
        String addresses = String.valueOf(settings.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
        boolean plain = !String.valueOf(settings.get(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG))
                .endsWith("SSL");
        StringJoiner unreachable = new StringJoiner("; ");
        StringJoiner foreign = new StringJoiner("; ");
        for (String address : addresses.split(",", -1)) {
            try (SocketChannel channel = SocketChannel.open()) {
                // By way of the socket, for only that has a limit, and of a channel, for only that can be interrupted.
                Socket socket = channel.socket();
                socket.connect(parse(address), Math.toIntExact(LIMIT.toMillis()));
                String other = plain ? otherThanKafka(socket) : null;
                if (other == null) {
                    return;
                }
                foreign.add(address + " " + other);
            } catch (ClosedByInterruptException e) {
                throw new InterruptException("interrupted while a broker was looked for", new InterruptedException());
            } catch (IOException e) {
                unreachable.add(address + ": " + e.getMessage());
            } catch (IllegalArgumentException e) {
                // Not one that we can read: Kafka's client may.
                return;
            }
        }
        if (foreign.length() > 0) {
            throw new NetworkException(
                    foreign + (unreachable.length() > 0 ? "; others cannot be reached: " + unreachable : ""));
        }
        throw new NetworkException("no broker can be reached: " + unreachable);
    }

    /** What the other side is when it is not Kafka; null when it may be. */
    private static @Nullable String otherThanKafka(Socket socket) throws ClosedByInterruptException {
        byte[] answer;
        try {
            socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
            ByteBuffer request = ByteBuffer.allocate(14).putInt(10).putShort(API_VERSIONS);
            request.putShort((short) 0).putInt(CORRELATION).putShort((short) -1);
            socket.getOutputStream().write(request.array());
            InputStream in = socket.getInputStream();
            answer = Arrays.copyOf(in.readNBytes(BEGIN_BYTES), ANSWER_BYTES);
            if (!isTlsOrHttp(answer)
                    && in.readNBytes(answer, BEGIN_BYTES, ANSWER_BYTES - BEGIN_BYTES) < ANSWER_BYTES - BEGIN_BYTES) {
                return null;
            }
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            // It takes connections and is silent: Kafka's client has its own time-outs for that.
            return null;
        }
        if (isTls(answer)) {
            return "speaks TLS: set tls: true, or name the port of a listener without";
        }
        if (isHttp(answer)) {
            return "answers HTTP, not Kafka: correct the address or the port";
        }
        ByteBuffer head = ByteBuffer.wrap(answer);
        int size = head.getInt();
        return size < Integer.BYTES || size > MAX_SIZE || head.getInt() != CORRELATION
                ? "does not answer as Kafka does: correct the address or the port"
                : null;
    }

    private static boolean isTlsOrHttp(byte[] answer) {
        return isTls(answer) || isHttp(answer);
    }

    private static boolean isTls(byte[] answer) {
        return answer[0] == TLS_ALERT && answer[1] == TLS_MAJOR;
    }

    private static boolean isHttp(byte[] answer) {
        return new String(answer, StandardCharsets.ISO_8859_1).startsWith("HTTP");
    }

    private static InetSocketAddress parse(String address) throws IOException {
        String host = Utils.getHost(address);
        InetSocketAddress parsed = new InetSocketAddress(host, Utils.getPort(address));
        if (parsed.isUnresolved()) {
            throw new IOException("host " + host + " not found");
        }
        return parsed;
    }
}
