package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.exceptions.ConnectionClosedException;
import com.hivemq.client.mqtt.exceptions.MqttClientStateException;
import io.reactivex.schedulers.Schedulers;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkObserver;
import org.jspecify.annotations.Nullable;

/**
 * One session with a broker: it is opened once, lost once, and never comes back, so nothing that was not acknowledged waits
 * in it for a better day. Thread-safe.
 */
final class Session implements Link {

    /** No client subscribes to it: a broker answers UNSUBSCRIBE when it has read all that came before. */
    private static final String UNUSED_FILTER = "taktstrom/unused";

    private static final long SOON_NANOS = 500_000;

    private final BrokerSettings settings;
    private final Protocol protocol;
    private final EventLoop loop;
    private final SinkContext context;
    private final Consumer<Throwable> onLost;
    private volatile @Nullable Throwable lost;
    private volatile boolean open;

    /** @param onLost hears, on the I/O thread, once, why a session that was open is no more */
    Session(BrokerSettings settings, SinkContext context, Consumer<Throwable> onLost) {
        this.settings = settings;
        this.context = context;
        this.onLost = onLost;
        loop = new EventLoop("takt-mqtt-io-" + context.name());
        protocol = Protocol.of(client(), settings);
    }

    static Session open(
            BrokerSettings settings, SinkContext context, SessionCallbacks callbacks, Consumer<Throwable> onLost)
            throws IOException {
        Session session = new Session(settings, context, onLost);
        try {
            // Before: the broker sends at once what it has kept for us.
            session.protocol.receive().accept(message -> callbacks.received(session.guarded(message)));
            session.await(session.protocol.connect().apply(callbacks.will()), settings.connectTimeout(), "connect");
            session.open = true;
            return session;
        } finally {
            if (!session.open) {
                session.end();
            }
        }
    }

    private MqttClientBuilder client() {
        long connectMillis = settings.connectTimeout().toMillis();
        return MqttClient.builder()
                .identifier(settings.clientId())
                .transportConfig()
                .serverHost(settings.host())
                .serverPort(settings.port())
                .sslConfig(settings.tls())
                .socketConnectTimeout(connectMillis, TimeUnit.MILLISECONDS)
                .mqttConnectTimeout(connectMillis, TimeUnit.MILLISECONDS)
                .applyTransportConfig()
                .executorConfig()
                .nettyExecutor(loop.group)
                .nettyThreads(1)
                // Answers are handled where they arrive: handing each to another thread costs more than handling it.
                .applicationScheduler(Schedulers.from(Runnable::run))
                .applyExecutorConfig()
                .addDisconnectedListener(context -> lose(context.getCause()));
    }

    private void lose(Throwable cause) {
        boolean first = lost == null;
        lost = cause;
        if (first && open) {
            onLost.accept(cause);
        }
        end();
    }

    /** The library throws at an acknowledgement in a session that is gone; the broker sends the message again in the next one. */
    private Received guarded(Received message) {
        return new Received(message.topic(), message.payload(), message.answerTo(), message.correlation(), () -> {
            try {
                message.acknowledge().run();
            } catch (RuntimeException e) {
                if (isAlive()) {
                    throw e;
                }
            }
        });
    }

    boolean isAlive() {
        return open && lost == null;
    }

    /** Whether the broker ended it and did not say why. */
    boolean endedUnexplained() {
        Throwable why = lost;
        return why != null && Reasons.isUnexplained(why);
    }

    @Override
    public void deliver(List<Message> messages, Refusal refused) throws IOException {
        deliver(messages, new ArrayList<>(messages.size()), context.clock().nanoTime(), refused);
    }

    /**
     * The same for messages of which some are on their way.
     *
     * @param answers of those
     * @param beganAt when the first one went
     */
    void deliver(List<Message> messages, List<CompletableFuture<?>> answers, long beganAt, Refusal refused)
            throws IOException {
        SinkObserver observer = context.observer();
        try {
            send(messages, answers);
            awaitAll(messages, answers, refused);
        } finally {
            if (observer != SinkObserver.NONE) {
                long bytes = 0;
                for (Message message : messages) {
                    bytes += message.bytes();
                }
                observer.onRequestCompleted(bytes, context.clock().nanoTime() - beganAt);
            }
        }
    }

    /** Sends those that are not on their way, for whom there are no answers to be had. */
    void send(List<Message> messages, List<CompletableFuture<?>> answers) {
        for (int i = answers.size(); i < messages.size(); i++) {
            Message message = messages.get(i);
            answers.add(asked(() -> protocol.publish().apply(message)));
        }
    }

    private void awaitAll(List<Message> messages, List<CompletableFuture<?>> answers, Refusal refused)
            throws IOException {
        boolean unanswered = false;
        boolean exactlyOnce = false;
        for (int i = 0; i < answers.size(); i++) {
            unanswered |= messages.get(i).qos() == MqttQos.AT_MOST_ONCE;
            exactlyOnce |= messages.get(i).qos() == MqttQos.EXACTLY_ONCE;
            Refused refusal = refusal(answers.get(i));
            if (refusal != null) {
                Message message = messages.get(i);
                String reason = refusal.getMessage() + ": " + message.topic() + ", " + message.bytes() + " bytes";
                if (refusal.denied) {
                    refused.denied(i, reason);
                } else {
                    refused.refused(i, reason);
                }
            }
        }
        if (unanswered) {
            await(asked(() -> protocol.unsubscribe().apply(UNUSED_FILTER)), settings.ackTimeout(), "publish");
        }
        // When a session ends, the library completes what the broker has received (PUBREC) as if it had also answered
        // PUBCOMP.
        // A broker may pass such a message on only with the PUBREL that it never got. lose() has run before that.
        if (exactlyOnce && !isAlive()) {
            throw new IOException("publish at " + settings.url()
                    + ": the session was lost before the broker had completed every message; the unit is sent again");
        }
    }

    /** Asks the library, which throws what it should answer when the session is lost while it is asked. */
    CompletableFuture<?> asked(Supplier<CompletableFuture<?>> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            if (isAlive()) {
                throw e;
            }
            return CompletableFuture.failedFuture(new ConnectionClosedException("the session was lost"));
        }
    }

    private @Nullable Refused refusal(CompletableFuture<?> answer) throws IOException {
        try {
            await(answer, settings.ackTimeout(), "publish");
            return null;
        } catch (Refused e) {
            return e;
        }
    }

    @Override
    public void subscribe(String filter) throws IOException {
        await(asked(() -> protocol.subscribe().apply(filter)), settings.ackTimeout(), "subscribe to " + filter);
    }

    private void await(CompletableFuture<?> answer, Duration limit, String what) throws IOException {
        try {
            if (!isThereSoon(answer)) {
                loop.acknowledge();
                answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(what + " at " + settings.url() + ": interrupted while it waited");
        } catch (TimeoutException e) {
            throw new IOException(what + " at " + settings.url() + ": no answer from the broker within "
                    + limit.toMillis() + " ms; trying again");
        } catch (ExecutionException e) {
            Throwable cause = Reasons.root(e);
            String refusal = Reasons.refusal(cause);
            if (refusal != null) {
                throw new Refused(refusal, Reasons.isDenial(cause));
            }
            Throwable end = lost;
            // The library says only that it is not connected to the callers that publish later.
            Throwable known = end != null && cause instanceof MqttClientStateException ? end : cause;
            throw new IOException(what + " at " + settings.url() + ": " + Reasons.why(known, settings), e);
        }
    }

    /** Whether it comes before it is worth a look why not. */
    private static boolean isThereSoon(CompletableFuture<?> answer) throws InterruptedException, ExecutionException {
        try {
            answer.get(SOON_NANOS, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /**
     * Disconnects in order while it is alive.
     *
     * @param last what is published before
     */
    void close(List<Message> last, Duration limit) {
        try {
            if (isAlive()) {
                List<CompletableFuture<?>> answers = new ArrayList<>();
                last.forEach(
                        message -> answers.add(asked(() -> protocol.publish().apply(message))));
                CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                        .thenCompose(done -> asked(protocol.disconnect()))
                        .get(limit.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Without DISCONNECT: the broker publishes our last will.
        } finally {
            end();
        }
    }

    /** Ends it at once; does nothing when that was done before. */
    void end() {
        open = false;
        loop.end();
    }

    /** A message that the broker does not take. */
    private static final class Refused extends IOException {

        private static final long serialVersionUID = 1;

        /** Whether it takes it once an administrator permits it. */
        boolean denied;

        Refused(String reason, boolean denied) {
            super(reason);
            this.denied = denied;
        }
    }
}
