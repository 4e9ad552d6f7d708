package io.taktstrom.sinks.message;

import java.io.IOException;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkObserver;

/**
 * Makes messages of a flush unit, and has them delivered when it is complete; a receiver that likes that gets the first ones
 * while the last ones are being made. Hot up to the encoded payload.
 */
public abstract class MessageInlet implements SinkInlet {

    /** So many bytes are worth being sent ahead. */
    private static final int AHEAD_BYTES = 128 << 10;

    private final MessageUnit<?> messages;
    private final EpochNanoClock clock;
    private final SinkObserver observer;
    private final MessageSink sink;
    private int aheadBytes;
    private long beganAt;
    private volatile SinkHealth health = SinkHealth.WELL;

    /** @param sink whose stream this is */
    protected MessageInlet(MessageUnit<?> messages, SinkContext context, MessageSink sink) {
        this.messages = messages;
        this.sink = sink;
        clock = context.clock();
        observer = context.observer();
    }

    /** Returns when the receiver has all messages that are still open. */
    protected abstract void deliver(FlushUnit unit) throws IOException;

    /**
     * Sends what is {@linkplain MessageUnit#whole whole} of a unit that is not, if that is of use; {@link #deliver} comes later,
     * or the unit is delivered again.
     */
    protected void sendAhead(FlushUnit unit) throws IOException {
        // Most wait until they have all.
    }

    /** Ends what is being delivered, and lets nothing more be delivered. Any thread; idempotent. */
    protected abstract void end();

    @Override
    public final void close() {
        end();
        sink.ended(this);
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
            } else if (messages.bytes() - aheadBytes >= AHEAD_BYTES) {
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
        boolean over = true;
        try {
            step.take(unit);
            over = unit.isComplete();
        } catch (IOException e) {
            found(SinkHealth.unwell(String.valueOf(e.getMessage())));
            throw e;
        } finally {
            if (over) {
                observer.onRequest(messages.bytes(), clock.nanoTime() - beganAt);
            }
        }
    }
}
