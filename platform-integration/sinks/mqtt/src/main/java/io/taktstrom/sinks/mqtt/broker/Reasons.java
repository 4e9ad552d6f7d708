package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;

import com.hivemq.client.mqtt.exceptions.ConnectionClosedException;
import com.hivemq.client.mqtt.exceptions.ConnectionFailedException;
import com.hivemq.client.mqtt.exceptions.MqttDecodeException;
import com.hivemq.client.mqtt.exceptions.MqttEncodeException;
import com.hivemq.client.mqtt.exceptions.MqttSessionExpiredException;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3SubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubRecException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import io.taktstrom.sinks.tls.CertificateFailures;
import org.jspecify.annotations.Nullable;

/** What went wrong with a broker, in words for an operator. */
final class Reasons {

    private Reasons() {}

    /** What it is about, without what only says that something went wrong. */
    static Throwable root(Throwable thrown) {
        Throwable at = thrown;
        while (isWrapper(at) && at.getCause() != null) {
            at = at.getCause();
        }
        return at;
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof ExecutionException
                || thrown instanceof CompletionException
                || thrown instanceof MqttSessionExpiredException
                || thrown instanceof ConnectionFailedException
                || thrown instanceof ConnectionClosedException;
    }

    /** Whether an administrator can have the broker take what it has refused. */
    static boolean isDenial(Throwable root) {
        return code(root).equals("NOT_AUTHORIZED");
    }

    private static String code(Throwable root) {
        return root instanceof Mqtt5PubAckException ack
                ? ack.getMqttMessage().getReasonCode().name()
                : root instanceof Mqtt5PubRecException rec
                        ? rec.getMqttMessage().getReasonCode().name()
                        : "";
    }

    /** Why the broker refuses a message; null when it may take it another time. */
    static @Nullable String refusal(Throwable root) {
        if (root instanceof MqttEncodeException) {
            return "larger than the broker takes; raise its limit, or send fewer samples in one message";
        }
        return switch (code(root)) {
            case "NOT_AUTHORIZED" -> "not authorized to publish; check its access list, the user and the topic";
            case "TOPIC_NAME_INVALID" -> "topic not allowed by the broker; change the topic";
            case "PAYLOAD_FORMAT_INVALID" -> "payload not accepted by the broker; change the format";
            default -> null;
        };
    }

    /** Whether the broker ended the session and did not say why. */
    static boolean isUnexplained(Throwable thrown) {
        Throwable root = root(thrown);
        if (isTooLargeForUs(root)) {
            return false;
        }
        if (root instanceof Mqtt5DisconnectException end) {
            // What is too large mosquitto acknowledges with a code that no PUBACK can have, and the client ends the
            // session.
            return switch (end.getMqttMessage().getReasonCode()) {
                case MALFORMED_PACKET, PROTOCOL_ERROR, PACKET_TOO_LARGE -> true;
                default -> false;
            };
        }
        return root instanceof ConnectionClosedException
                || root instanceof MqttDecodeException
                || root instanceof IOException;
    }

    /** The library has no type for a packet above the limit that we stated, only words. */
    private static boolean isTooLargeForUs(Throwable root) {
        String words = root instanceof Mqtt5DisconnectException end
                ? end.getMqttMessage().getReasonString().map(Object::toString).orElse("")
                : String.valueOf(root.getMessage());
        return words.contains("exceeded maximum packet size");
    }

    static String why(Throwable thrown, BrokerSettings settings) {
        Throwable root = root(thrown);
        if (isTooLargeForUs(root)) {
            return "the broker sent a packet of more than " + Protocol.MAX_INCOMING_BYTES
                    + " bytes, the limit of what is accepted; the connection was closed: check who publishes there, and limit"
                    + " the size of messages at the broker";
        }
        if (root instanceof Mqtt5ConnAckException refused) {
            return connAck(refused.getMqttMessage().getReasonCode().name(), settings);
        }
        if (root instanceof Mqtt3ConnAckException refused) {
            return connAck(refused.getMqttMessage().getReturnCode().name(), settings);
        }
        if (root instanceof Mqtt5DisconnectException end) {
            return disconnect(end, settings);
        }
        if (root instanceof Mqtt5SubAckException || root instanceof Mqtt3SubAckException) {
            return "not authorized to subscribe; check its access list, the user and the topic";
        }
        if (root instanceof UnknownHostException) {
            return "host " + settings.host() + " not found; check the name";
        }
        if (root instanceof ConnectException) {
            return "connection refused; check that the broker runs, host and port";
        }
        if (root instanceof SSLException) {
            return "TLS: " + CertificateFailures.inWords(root)
                    + "; check ca, the broker's certificate and its names, and our own";
        }
        if (root instanceof ConnectionClosedException) {
            return "the broker ended the connection and did not say why; it may have been stopped, may reject a message,"
                    + " or another client uses the client id " + settings.clientId();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }

    /** Of a broker that ends sessions without a word and takes the next one at once. */
    static String likelySharedClientId(BrokerSettings settings) {
        return "the broker has ended several sessions in a row and did not say why; another client probably uses the client id "
                + settings.clientId() + ", and each disconnects the other: give each its own clientId";
    }

    private static String connAck(String code, BrokerSettings settings) {
        return "the broker refuses the connection (" + code + "); "
                + switch (code) {
                    case "BAD_USER_NAME_OR_PASSWORD", "NOT_AUTHORIZED" -> "check user and password";
                    case "UNSUPPORTED_PROTOCOL_VERSION" ->
                        "it does not speak MQTT "
                                + (settings.version5() ? "5: try version: 3.1.1" : "3.1.1: try version: 5");
                    case "CLIENT_IDENTIFIER_NOT_VALID", "IDENTIFIER_REJECTED" ->
                        "invalid client id " + settings.clientId() + ": change clientId";
                    case "BANNED" -> "the client is banned by the administrator";
                    default -> "trying again";
                };
    }

    private static String disconnect(Mqtt5DisconnectException end, BrokerSettings settings) {
        Mqtt5DisconnectReasonCode code = end.getMqttMessage().getReasonCode();
        String text =
                end.getMqttMessage().getReasonString().map(said -> ", " + said).orElse("");
        return "the session ended (" + code + text + "); "
                + switch (code) {
                    case SESSION_TAKEN_OVER ->
                        "another client uses the client id " + settings.clientId() + ": give each its own clientId";
                    case PACKET_TOO_LARGE -> "a message was larger than the broker takes";
                    case QOS_NOT_SUPPORTED -> "qos not supported: choose a lower one";
                    case RETAIN_NOT_SUPPORTED -> "retained messages not supported: leave out retain";
                    case NOT_AUTHORIZED -> "not authorized: check its access list";
                    default -> "trying again";
                };
    }
}
