package io.taktstrom.sinks.message;

import java.io.IOException;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkObserver;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of a flush unit, sends them, and returns when the receiver has acknowledged each. Hot up to the encoded payload.
 *
 * <pre>
 *  publish(batch) ... --> whole messages --sendAhead--> send(0..2) send(3..5)        first attempt only, where the client can
 *  publish(last)      --> all messages   -------------> send(6..7), flush, await acknowledgements, succeed
 *                                                       a message fails: what is open comes again with the unit
 * </pre>
 *
 * <p>When a unit comes again, its first open message is sent alone: as long as the receiver does not take that one, nothing
 * behind it gets there twice.
 */
public abstract class MessageInlet implements SinkInlet {

    /** So many bytes are worth being sent ahead. */
    private static final int AHEAD_BYTES = 128 << 10;

    private final MessageUnit<?> messages;
    private final Delivery delivery;
    private final long timeoutNanos;
    private final EpochNanoClock clock;
    private final SinkObserver observer;
    private @Nullable MessageSink sink;
    private int aheadBytes;
    private long beganAt;
    private int attempt;
    /** The attempt began before the unit was complete. */
    private boolean ahead;
    /** Messages before this one are sent. */
    private int sentTo;

    private volatile SinkHealth health = SinkHealth.WELL;

    /** @param timeoutNanos how long the receiver may acknowledge nothing */
    protected MessageInlet(MessageUnit<?> messages, Delivery delivery, long timeoutNanos, SinkContext context) {
        this.messages = messages;
        this.delivery = delivery;
        this.timeoutNanos = timeoutNanos;
        clock = context.clock();
        observer = context.observer();
    }

    final void belongTo(MessageSink owner) {
        sink = owner;
    }

    /** An attempt begins: answers belong to it from now on. */
    protected void begun(int newAttempt) throws IOException {
        // Most need not know.
    }

    /** Why a message can never be sent; null when it can be. */
    protected abstract @Nullable String refusal(int m);

    /** Sends a message; its answer, of this attempt, goes to the {@link Delivery}. */
    protected abstract void send(int ofAttempt, int m) throws IOException;

    /** Messages that are sent one after the other. */
    @FunctionalInterface
    public interface Sends {
        void run() throws IOException;
    }

    /** Sends several messages; a client may put something around them that keeps their order. */
    protected void sendInOrder(Sends sends) throws IOException {
        sends.run();
    }

    /** All that was sent must leave now. */
    protected void flush() throws IOException {
        // Most clients send at once.
    }

    /** Throws what says why an attempt has failed: because of this, or because nothing was acknowledged in time. */
    protected abstract void throwFailure(@Nullable Exception failure) throws IOException;

    /** What the failed attempt leaves for the next one. */
    protected void fail() {
        delivery.fail(messages);
    }

    /** Whether messages are sent while others of their unit are still being made. */
    protected boolean sendsAhead() {
        return false;
    }

    /** Whether the first open message is sent alone. */
    protected boolean isCareful(FlushUnit unit) {
        return unit.attempt() > 1;
    }

    /** Ends what is being delivered, and lets nothing more be delivered. Any thread; idempotent. */
    protected abstract void end();

    /** Returns when the receiver has all messages that are still open. */
    protected void deliver(FlushUnit unit) throws IOException {
        begin(unit, messages.size());
        sendOpen(isCareful(unit));
        delivery.succeed(messages, unit);
    }

    /** Sends the messages that are whole of a unit that is not; {@link #deliver} comes later, or the unit comes again. */
    protected void sendAhead(FlushUnit unit) throws IOException {
        begin(unit, messages.whole());
        ahead = true;
        sendRest();
    }

    /** Begins an attempt, or continues one that was sent ahead. */
    protected final void begin(FlushUnit unit, int size) throws IOException {
        if (ahead && unit.attempt() == 1 && delivery.isOf(unit)) {
            delivery.extend(size);
        } else {
            attempt = delivery.begin(unit, size);
            sentTo = 0;
            begun(attempt);
        }
        ahead = false;
    }

    /** Sends what is open, and returns when all of it is acknowledged or refused. */
    protected final void sendOpen(boolean carefully) throws IOException {
        int first = delivery.next(sentTo);
        if (carefully && first < delivery.size()) {
            delivery.sent(first);
            sendInOrder(() -> sendOrRefuse(first));
            await();
            sentTo = first + 1;
        }
        sendRest();
        await();
    }

    private void sendRest() throws IOException {
        int size = delivery.size();
        if (delivery.next(sentTo) < size) {
            delivery.allSent(sentTo);
            sendInOrder(() -> {
                for (; sentTo < size && !delivery.hasFailed(); sentTo++) {
                    if (delivery.isSent(sentTo)) {
                        sendOrRefuse(sentTo);
                    }
                }
            });
            delivery.notSent(sentTo);
        }
    }

    private void sendOrRefuse(int m) throws IOException {
        String refusal = refusal(m);
        if (refusal == null) {
            send(attempt, m);
        } else {
            delivery.refused(attempt, m, refusal);
        }
    }

    private void await() throws IOException {
        flush();
        if (!delivery.await(timeoutNanos)) {
            throwFailure(delivery.failure());
        }
    }

    @Override
    public final void close() {
        end();
        if (sink != null) {
            sink.ended(this);
        }
    }

    @Override
    public final void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean gathered = false;
        try {
            messages.add(batch);
            if (unit.isComplete()) {
                messages.complete();
                measured(unit, this::deliver);
                found(SinkHealth.WELL);
            } else if (messages.bytes() - aheadBytes >= AHEAD_BYTES && unit.attempt() == 1 && sendsAhead()) {
                measured(unit, this::sendAhead);
                aheadBytes = messages.bytes();
            }
            gathered = !unit.isComplete();
        } finally {
            if (!gathered) {
                messages.clear();
                aheadBytes = 0;
            }
        }
    }

    /** How the last delivery went. */
    final SinkHealth health() {
        return health;
    }

    private void found(SinkHealth now) {
        if (!now.equals(health)) {
            health = now;
        }
    }

    @FunctionalInterface
    private interface Step {
        void take(FlushUnit unit) throws IOException;
    }

    /** The time of an answer begins when the first message goes out, and there is one for each unit. */
    private void measured(FlushUnit unit, Step step) throws IOException {
        if (aheadBytes == 0) {
            beganAt = clock.nanoTime();
        }
        boolean done = false;
        try {
            step.take(unit);
            done = true;
        } catch (IOException e) {
            found(SinkHealth.unwell(String.valueOf(e.getMessage())));
            throw e;
        } finally {
            if (!done) {
                ahead = false;
                fail();
            }
            if (!done || unit.isComplete()) {
                observer.onRequestCompleted(messages.bytes(), clock.nanoTime() - beganAt);
            }
        }
    }
}
