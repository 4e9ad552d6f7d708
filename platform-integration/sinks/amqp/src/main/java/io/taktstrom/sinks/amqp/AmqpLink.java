package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.SocketConfigurator;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.tls.CertificateFailures;
import io.taktstrom.sinks.tls.TlsOptions;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the broker with one channel on which it confirms. Connects once, dies once. Used by the pipeline's thread,
 * closed by any, also while it connects.
 */
final class AmqpLink {

    private final AmqpSettings settings;
    private final Delivery delivery;
    private final Confirms confirms;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Channel channel;
    private volatile int attempt;
    private volatile boolean blocked;
    private volatile boolean writing;
    /** Known before anything is sent on it. Guarded by this, as is the next. */
    private @Nullable Socket socket;

    private volatile boolean abandoned;

    AmqpLink(AmqpSettings settings, Delivery delivery) {
        this.settings = settings;
        this.delivery = delivery;
        confirms = new Confirms(delivery);
    }

    /** @param stream for the broker's list of connections */
    void connect(String stream) throws IOException {
        ConnectionFactory factory = settings.factory();
        // The one before sees to it that the broker's certificate names its host.
        SocketConfigurator before = factory.getSocketConfigurator();
        factory.setSocketConfigurator(opened -> {
            before.configure(opened);
            if (!settings.get(TlsOptions.CHECK_HOST) && opened instanceof SSLSocket secure) {
                // It checks unless it is told not to.
                SSLParameters parameters = secure.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("");
                secure.setSSLParameters(parameters);
            }
            hold(opened);
        });
        try {
            Connection opened =
                    factory.newConnection("takt-" + settings.context().name() + "-" + stream);
            connection = opened;
            opened.addBlockedListener(
                    reason -> {
                        blocked = true;
                        delivery.broken(attempt, new IOException(at("takes nothing now: " + reason)));
                    },
                    () -> blocked = false);
            channel = confirming(opened);
        } catch (TimeoutException e) {
            abandon();
            throw new IOException(at("does not answer within " + settings.get(AmqpOptions.CONNECT_TIMEOUT)), e);
        } catch (IOException | ShutdownSignalException e) {
            abandon();
            throw explained(e);
        }
    }

    private synchronized void hold(Socket opened) throws IOException {
        socket = opened;
        if (abandoned) {
            throw new IOException("the sink is closed");
        }
    }

    private Channel confirming(Connection with) throws IOException {
        Channel opened = with.createChannel();
        if (opened == null) {
            throw new IOException(at("allows no channel"));
        }
        if (!settings.get(AmqpOptions.EXCHANGE).isEmpty()) {
            opened.exchangeDeclarePassive(settings.get(AmqpOptions.EXCHANGE));
        }
        opened.confirmSelect();
        opened.addConfirmListener(confirms.onAck(), confirms.onNack());
        opened.addReturnListener((code, text, exchange, key, properties, body) ->
                confirms.returned(AmqpInlet.place(properties.getMessageId())));
        opened.addShutdownListener(cause -> delivery.broken(attempt, explained(cause)));
        return opened;
    }

    boolean isOpen() {
        Channel current = channel;
        return current != null && current.isOpen() && !abandoned;
    }

    /** Whether the broker takes nothing now, and will say when that is over. */
    boolean isBlocked() {
        return blocked && isOpen();
    }

    private Channel channel() throws IOException {
        Channel current = channel;
        if (current == null || !current.isOpen()) {
            throw new IOException(at("is gone"));
        }
        return current;
    }

    /** Answers are to this attempt from now on. */
    void begin(int newAttempt) throws IOException {
        attempt = newAttempt;
        confirms.begin(newAttempt, channel().getNextPublishSeqNo());
        if (blocked) {
            throw new IOException(at("takes nothing now: it is short of memory or disk"));
        }
    }

    void publish(int m, String routingKey, AMQP.BasicProperties properties, byte[] payload) throws IOException {
        confirms.sent(m);
        writing = true;
        try {
            channel()
                    .basicPublish(
                            settings.get(AmqpOptions.EXCHANGE),
                            routingKey,
                            settings.get(AmqpOptions.MANDATORY),
                            properties,
                            payload);
        } catch (AlreadyClosedException e) {
            throw explained(e);
        } finally {
            writing = false;
        }
    }

    /** What went wrong, where and what to do. */
    private IOException explained(Exception e) {
        if (e instanceof AuthenticationFailureException) {
            return new IOException(
                    at("refuses user " + settings.get(AmqpOptions.USER) + "; check user and password"), e);
        }
        ShutdownSignalException signal = e instanceof ShutdownSignalException direct
                ? direct
                : e.getCause() instanceof ShutdownSignalException cause ? cause : null;
        if (signal != null && signal.getReason() instanceof AMQP.Channel.Close close) {
            return closed(close.getReplyText(), close.getReplyCode(), e);
        }
        if (signal != null && signal.getReason() instanceof AMQP.Connection.Close close) {
            return closed(close.getReplyText(), close.getReplyCode(), e);
        }
        String text = e.getMessage() == null ? e.getClass().getSimpleName() : CertificateFailures.inWords(e);
        return new IOException(at("cannot be reached: " + text), e);
    }

    private IOException closed(String text, int code, Exception cause) {
        String remedy = switch (code) {
            case AMQP.NOT_FOUND -> "; create it, or correct its name";
            case AMQP.ACCESS_REFUSED, AMQP.NOT_ALLOWED -> "; allow it to this user, or correct the virtual host";
            default -> "";
        };
        return new IOException(at("says " + text + remedy), cause);
    }

    private String at(String what) {
        return "the broker at " + settings.url() + " " + what;
    }

    /** Closes in order where that takes no time; otherwise closes the socket. */
    void close() {
        Connection open = connection;
        if (!writing && open != null && open.isOpen()) {
            // A caller that waits for confirms must not wait for the orderly close.
            delivery.broken(attempt, new IOException(at("is left: the sink is closed")));
            open.abort(AMQP.REPLY_SUCCESS, "closed", AmqpSettings.MILLIS_TO_CLOSE);
        }
        abandon();
    }

    /** Closes the socket: what waits for it ends, and nothing of what was sent is answered any more. Idempotent. */
    synchronized void abandon() {
        abandoned = true;
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // Closed is what it should be.
            }
        }
    }
}
