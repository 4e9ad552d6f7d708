package io.taktstrom.sinks.message;

import java.io.IOException;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of a flush unit, sends them, and returns when the receiver has acknowledged each. Hot up to the encoded payload.
 *
 * <pre>
 *  publish(batch) ... --> whole messages --sendAhead--> send(0..2) send(3..5)        first attempt only, where the client can
 *  publish(last)      --> all messages   -------------> send(6..7), flush, await acknowledgements, succeed
 *                                                       a message fails: what is open is sent again with the unit
 * </pre>
 *
 * <p>When a unit is delivered again, its first open message is sent alone: as long as the receiver does not take that one, nothing
 * behind it gets there twice.
 *
 * @param <R> where a message goes
 */
public abstract class MessageInlet<R> extends UnitInlet {

    /** So many bytes are worth being sent ahead. */
    private static final int AHEAD_BYTES = 128 << 10;

    protected final MessageUnit<R> messages;
    protected final Delivery delivery;
    private final long timeoutNanos;
    private int aheadBytes;
    private int attempt;
    /** The attempt began before the unit was complete. */
    private boolean ahead;
    /** Whether the unit's messages are those that the delivery knows of. */
    private boolean attempted;
    /** Messages before this one are sent. */
    private int sentTo;

    /** @param timeoutNanos how long the receiver may acknowledge nothing */
    protected MessageInlet(MessageUnit<R> messages, Delivery delivery, long timeoutNanos, SinkContext context) {
        super(context);
        this.messages = messages;
        this.delivery = delivery;
        this.timeoutNanos = timeoutNanos;
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

    /** Whether messages are sent while others of their unit are still being made. */
    protected boolean sendsAhead() {
        return false;
    }

    /** How many of the open messages are sent alone, each when the one before is answered. */
    protected int sentAlone(FlushUnit unit) {
        return unit.attempt() > 1 ? 1 : 0;
    }

    @Override
    protected final void add(SampleBatch batch, FlushUnit unit) {
        messages.add(batch);
        if (unit.isComplete()) {
            messages.complete();
        }
    }

    @Override
    protected final boolean isWorthSending(FlushUnit unit) {
        return messages.bytes() - aheadBytes >= AHEAD_BYTES && unit.attempt() == 1 && sendsAhead();
    }

    @Override
    protected void sendAhead(FlushUnit unit) throws IOException {
        begin(unit, messages.whole());
        ahead = true;
        sendRest();
        aheadBytes = messages.bytes();
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        begin(unit, messages.size());
        sendOpen(sentAlone(unit));
        delivery.succeed(messages, unit);
    }

    @Override
    protected final long bytes() {
        return messages.bytes();
    }

    @Override
    protected void fail() {
        if (attempted) {
            delivery.fail(messages);
        }
    }

    @Override
    protected void clear() {
        ahead = false;
        attempted = false;
        aheadBytes = 0;
        messages.clear();
    }

    /** Begins an attempt, or continues one that was sent ahead. */
    protected final void begin(FlushUnit unit, int size) throws IOException {
        if (ahead && unit.attempt() == 1 && delivery.isOf(unit)) {
            delivery.extend(size);
        } else {
            attempt = delivery.begin(unit, size);
            attempted = true;
            sentTo = 0;
            begun(attempt);
        }
        ahead = false;
    }

    /**
     * Sends what is open, and returns when all of it is acknowledged or refused.
     *
     * @param alone so many of them each alone
     */
    protected final void sendOpen(int alone) throws IOException {
        int size = delivery.size();
        int left = alone;
        for (int next = delivery.next(sentTo); left > 0 && next < size; next = delivery.next(sentTo)) {
            int m = next;
            delivery.sent(m);
            sendInOrder(() -> sendOrRefuse(m));
            await();
            sentTo = m + 1;
            left--;
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
}
