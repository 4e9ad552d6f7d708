package io.taktstrom.sinks.message;

import java.io.IOException;
import java.util.function.Consumer;

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
    private final Consumer<SinkHealth> health;

    /** @param health hears how each delivery went */
    protected MessageInlet(MessageUnit<?> messages, SinkContext context, Consumer<SinkHealth> health) {
        this.messages = messages;
        this.health = health;
        clock = context.clock();
        observer = context.observer();
    }

    /** Returns when the receiver has all messages that are still open. */
    protected abstract void deliver(FlushUnit unit) throws IOException;

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

    private void deliverMeasured(FlushUnit unit) throws IOException {
        long beganAt = clock.nanoTime();
        try {
            deliver(unit);
            health.accept(SinkHealth.WELL);
        } catch (IOException e) {
            health.accept(SinkHealth.unwell(String.valueOf(e.getMessage())));
            throw e;
        } finally {
            observer.onRequest(messages.bytes(), clock.nanoTime() - beganAt);
        }
    }
}
