package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.SocketConfigurator;
import io.taktstrom.sinks.message.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the broker with one channel on which it confirms. Dies once. Used by the pipeline's thread, closed by any.
 */
final class AmqpLink implements AutoCloseable {

    private final LinkSettings settings;
    private final Delivery delivery;
    private final Confirms confirms;
    private final Connection connection;
    private final Channel channel;
    private volatile int attempt;
    private volatile boolean blocked;
    private volatile boolean writing;

    /** Connecting may be ended from outside: the socket is known before anything is said on it. */
    static final class Plug {
        private @Nullable Socket socket;
        private boolean pulled;

        private synchronized void hold(Socket opened) throws IOException {
            socket = opened;
            if (pulled) {
                throw new IOException("the sink is closed");
            }
        }

        /** Whatever waits for the socket, ends. */
        synchronized void pull() {
            pulled = true;
            Socket open = socket;
            if (open != null) {
                try {
                    open.close();
                } catch (IOException e) {
                    // Closed is what it should be.
                }
            }
        }
    }

    private final Plug plug;

    /** @param stream for the broker's list of connections */
    AmqpLink(LinkSettings settings, String stream, Delivery delivery, Plug plug) throws IOException {
        this.settings = settings;
        this.delivery = delivery;
        this.plug = plug;
        confirms = new Confirms(delivery);
        ConnectionFactory factory = settings.factory();
        // The one before sees to it that the broker's certificate names its host.
        SocketConfigurator before = factory.getSocketConfigurator();
        factory.setSocketConfigurator(socket -> {
            before.configure(socket);
            if (!settings.checkHost() && socket instanceof SSLSocket secure) {
                // It checks unless it is told not to.
                SSLParameters parameters = secure.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("");
                secure.setSSLParameters(parameters);
            }
            plug.hold(socket);
        });
        try {
            connection = factory.newConnection("takt-" + settings.name() + "-" + stream);
            channel = open();
        } catch (TimeoutException e) {
            plug.pull();
            throw new IOException(at("does not answer within " + settings.connectTimeout()), e);
        } catch (IOException | ShutdownSignalException e) {
            plug.pull();
            throw inWords(e);
        }
    }

    private Channel open() throws IOException {
        connection.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                blocked = true;
                delivery.broken(attempt, new IOException(at("takes nothing now: " + reason)));
            }

            @Override
            public void handleUnblocked() {
                blocked = false;
            }
        });
        Channel opened = connection.createChannel();
        if (opened == null) {
            throw new IOException(at("allows no channel"));
        }
        if (!settings.exchange().isEmpty()) {
            opened.exchangeDeclarePassive(settings.exchange());
        }
        opened.confirmSelect();
        opened.addConfirmListener(confirms.onAck(), confirms.onNack());
        opened.addReturnListener((code, text, exchange, key, properties, body) ->
                confirms.returned(MessageId.message(properties.getMessageId())));
        opened.addShutdownListener(cause -> delivery.broken(attempt, inWords(cause)));
        return opened;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether the broker takes nothing now, and will say when that is over. */
    boolean isBlocked() {
        return blocked && channel.isOpen();
    }

    /** Answers are to this attempt from now on. */
    void begin(int newAttempt) throws IOException {
        attempt = newAttempt;
        confirms.begin(newAttempt, channel.getNextPublishSeqNo());
        if (blocked) {
            throw new IOException(at("takes nothing now: it is short of memory or disk"));
        }
        if (!channel.isOpen()) {
            throw new IOException(at("is gone"));
        }
    }

    void publish(int m, String routingKey, AMQP.BasicProperties properties, byte[] payload) throws IOException {
        confirms.sent(m);
        writing = true;
        try {
            channel.basicPublish(settings.exchange(), routingKey, settings.mandatory(), properties, payload);
        } catch (AlreadyClosedException e) {
            throw inWords(e);
        } finally {
            writing = false;
        }
    }

    /** What went wrong, where and what to do. */
    private IOException inWords(Exception e) {
        if (e instanceof AuthenticationFailureException) {
            return new IOException(at("refuses user " + settings.user() + "; check user and password"), e);
        }
        ShutdownSignalException signal = e instanceof ShutdownSignalException direct
                ? direct
                : e.getCause() instanceof ShutdownSignalException cause ? cause : null;
        if (signal != null && signal.getReason() instanceof AMQP.Channel.Close close) {
            return new IOException(at("says " + close.getReplyText() + remedy(close.getReplyCode())), e);
        }
        if (signal != null && signal.getReason() instanceof AMQP.Connection.Close close) {
            return new IOException(at("says " + close.getReplyText() + remedy(close.getReplyCode())), e);
        }
        String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new IOException(at("cannot be reached: " + text), e);
    }

    private static String remedy(int code) {
        return switch (code) {
            case AMQP.NOT_FOUND -> "; create it, or correct its name";
            case AMQP.ACCESS_REFUSED, AMQP.NOT_ALLOWED -> "; allow it to this user, or correct the virtual host";
            default -> "";
        };
    }

    private String at(String what) {
        return "the broker at " + settings.url() + " " + what;
    }

    /** Closes in order where that takes no time; otherwise closes the socket. */
    @Override
    public void close() {
        if (writing || !connection.isOpen()) {
            plug.pull();
            return;
        }
        // A caller that waits for confirms must not wait for the orderly close.
        delivery.broken(attempt, new IOException(at("is left: the sink is closed")));
        connection.abort(AMQP.REPLY_SUCCESS, "closed", LinkSettings.MILLIS_TO_CLOSE);
        plug.pull();
    }

    /** Ends at once, so that nothing of what was sent is answered any more. */
    void abandon() {
        plug.pull();
    }
}
