package io.taktstrom.sinks.message;

import java.io.IOException;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkObserver;

/** Makes messages of a flush unit, and has them delivered when it is complete. Hot up to the encoded payload. */
public abstract class MessageInlet implements SinkInlet {

    private final MessageUnit<?> messages;
    private final EpochNanoClock clock;
    private final SinkObserver observer;
    private final MessageSink sink;
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
                deliverMeasured(unit);
            }
            gathered = !unit.isComplete();
        } finally {
            if (!gathered) {
                messages.clear();
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

    private void deliverMeasured(FlushUnit unit) throws IOException {
        long beganAt = clock.nanoTime();
        try {
            deliver(unit);
            found(SinkHealth.WELL);
        } catch (IOException e) {
            found(SinkHealth.unwell(String.valueOf(e.getMessage())));
            throw e;
        } finally {
            observer.onRequest(messages.bytes(), clock.nanoTime() - beganAt);
        }
    }
}
