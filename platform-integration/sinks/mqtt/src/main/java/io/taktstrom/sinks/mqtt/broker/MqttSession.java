package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.exceptions.ConnectionClosedException;
import com.hivemq.client.mqtt.exceptions.MqttClientStateException;
import io.reactivex.schedulers.Schedulers;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.SinkThreads;
import org.jspecify.annotations.Nullable;

/**
 * One session with a broker: it is opened once, lost once, and never comes back, so nothing that was not acknowledged waits
 * in it. Thread-safe.
 */
public final class MqttSession {

    /** No client subscribes to it: a broker answers UNSUBSCRIBE when it has read all that came before. */
    private static final String UNUSED_FILTER = "taktstrom/unused";

    private static final long SOON_NANOS = 500_000;

    private final BrokerSettings settings;
    private final Protocol protocol;
    private final EventLoop loop;
    private final Consumer<Throwable> onLost;
    private volatile @Nullable Throwable lost;
    private volatile boolean open;

    /** @param onLost hears, on the I/O thread, once, why a session that was open is lost */
    private MqttSession(BrokerSettings settings, SinkContext context, Consumer<Throwable> onLost) {
        this.settings = settings;
        this.onLost = onLost;
        loop = new EventLoop("takt-mqtt-io-" + context.name());
        protocol = Protocol.of(client(), settings);
    }

    static MqttSession open(
            BrokerSettings settings, SinkContext context, SessionCallbacks callbacks, Consumer<Throwable> onLost)
            throws IOException {
        MqttSession session = new MqttSession(settings, context, onLost);
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

    /** Whether it was not lost yet. */
    public boolean isAlive() {
        return open && lost == null;
    }

    /** Whether the broker ended it and did not say why. */
    public boolean endedUnexplained() {
        Throwable why = lost;
        return why != null && Reasons.isUnexplained(why);
    }

    /** Publishes a message; answered on the I/O thread, or at once. */
    public CompletableFuture<?> publish(Message message) {
        return asked(() -> protocol.publish().apply(message));
    }

    /**
     * Publishes in order, and returns when the broker has all.
     *
     * @param refused gets the place of a message that the broker will never take, and the reason
     * @throws IOException when it may not have them all: the session is closed
     */
    public void deliver(List<Message> messages, BiConsumer<Integer, String> refused) throws IOException {
        List<CompletableFuture<?>> answers =
                messages.stream().<CompletableFuture<?>>map(this::publish).toList();
        boolean unanswered = false;
        for (int i = 0; i < answers.size(); i++) {
            unanswered |= messages.get(i).qos() == MqttQos.AT_MOST_ONCE;
            try {
                await(answers.get(i), settings.ackTimeout());
            } catch (ExecutionException e) {
                Refusal refusal = refusal(messages.get(i), e);
                if (refusal == null) {
                    throw failure("publish", e);
                }
                refused.accept(i, refusal.reason());
            }
        }
        if (unanswered) {
            awaitAllRead();
        }
    }

    /** Returns when the broker has read all that was published: it answers no message of QoS 0. */
    public void awaitAllRead() throws IOException {
        await(asked(() -> protocol.unsubscribe().apply(UNUSED_FILTER)), settings.ackTimeout(), "publish");
    }

    /** Has the system acknowledge what it has received; see {@link EventLoop#acknowledge}. */
    public void acknowledge() {
        loop.acknowledge();
    }

    /**
     * That the broker does not take a message.
     *
     * @param denied whether it takes it once an administrator permits it
     */
    public record Refusal(String reason, boolean denied) {}

    /** Whether an answer is a refusal; null when the broker may take the message another time. */
    public static @Nullable Refusal refusal(Message message, Throwable answer) {
        Throwable cause = Reasons.root(answer);
        String reason = Reasons.refusal(cause);
        return reason == null
                ? null
                : new Refusal(
                        reason + ": " + message.topic() + ", " + message.bytes() + " bytes", Reasons.isDenial(cause));
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

    /**
     * Has the broker send us what comes in under a filter; {@link SessionCallbacks#received} gets it.
     *
     * @throws IOException when the broker does not allow it, or is away
     */
    public void subscribe(String filter) throws IOException {
        await(asked(() -> protocol.subscribe().apply(filter)), settings.ackTimeout(), "subscribe to " + filter);
    }

    private void await(CompletableFuture<?> answer, Duration limit, String what) throws IOException {
        try {
            await(answer, limit);
        } catch (ExecutionException e) {
            throw failure(what, e);
        }
    }

    private void await(CompletableFuture<?> answer, Duration limit) throws IOException, ExecutionException {
        try {
            if (!isThereSoon(answer)) {
                loop.acknowledge();
                answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            throw SinkThreads.interrupted("wait for the broker at " + settings.url(), e);
        } catch (TimeoutException e) {
            throw noAnswer("publish", limit.toNanos());
        }
    }

    /** The broker has not answered in time. */
    public IOException noAnswer(String what, long nanos) {
        return new IOException(what + " at " + settings.url() + ": no answer from the broker within "
                + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms; trying again");
    }

    /** What went wrong with what was asked of the library. */
    public IOException failure(String what, Throwable answer) {
        Throwable cause = Reasons.root(answer);
        Throwable end = lost;
        // The library says only that it is not connected to the callers that publish later.
        Throwable known = end != null && cause instanceof MqttClientStateException ? end : cause;
        return new IOException(what + " at " + settings.url() + ": " + Reasons.why(known, settings), answer);
    }

    /** The session was lost while messages of QoS 2 were in flight. */
    public IOException lostBeforeCompletion() {
        return new IOException("publish at " + settings.url()
                + ": the session was lost before the broker had completed every message; the unit is sent again");
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
                CompletableFuture.allOf(last.stream().map(this::publish).toArray(CompletableFuture[]::new))
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
}
