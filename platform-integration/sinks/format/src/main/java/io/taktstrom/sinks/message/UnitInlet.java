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
 * Gathers a flush unit, delivers it, and reports how that went. The thread of its pipeline, but for {@link #end}.
 *
 * <pre>
 *  publish(batch) ... --> add, sendAhead where that is worth it
 *  publish(last)      --> add, deliver ----------------------------> clear
 *                           a failure: fail ---------------------> clear; the unit is delivered again
 * </pre>
 */
public abstract class UnitInlet implements SinkInlet {

    private final EpochNanoClock clock;
    private final SinkObserver observer;
    private @Nullable UnitSink sink;
    private boolean begun;
    private long beganAt;
    private volatile SinkHealth health = SinkHealth.WELL;

    protected UnitInlet(SinkContext context) {
        clock = context.clock();
        observer = context.observer();
    }

    final void belongTo(UnitSink owner) {
        sink = owner;
    }

    /** Keeps the samples of a batch, in the form in which they are delivered. Hot. */
    protected abstract void add(SampleBatch batch, FlushUnit unit) throws IOException;

    /** Whether what is gathered is worth being sent before the unit is complete. */
    protected boolean isWorthSending(FlushUnit unit) {
        return false;
    }

    /** Sends what is gathered of a unit that is not complete; {@link #deliver} follows, or the unit is delivered again. */
    protected void sendAhead(FlushUnit unit) throws IOException {
        // Most send whole units only.
    }

    /** Returns when the receiver has the unit. */
    protected abstract void deliver(FlushUnit unit) throws IOException;

    /** Bytes of the unit that were sent, for the observer; negative where it is told of each request instead. */
    protected long bytes() {
        return -1;
    }

    /** The unit has failed: what that leaves for the next time. */
    protected void fail() {
        // Most begin from the beginning.
    }

    /** Forgets what was gathered. */
    protected abstract void clear();

    /** Ends what is being delivered, and lets nothing more be delivered. Any thread; idempotent. */
    protected abstract void end();

    @Override
    public final void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean done = false;
        try {
            add(batch, unit);
            if (unit.isComplete()) {
                begin();
                deliver(unit);
                if (!health.well()) {
                    health = SinkHealth.WELL;
                }
            } else if (isWorthSending(unit)) {
                begin();
                sendAhead(unit);
            }
            done = true;
        } catch (IOException e) {
            health = SinkHealth.unwell(String.valueOf(e.getMessage()));
            throw e;
        } finally {
            if (!done || unit.isComplete()) {
                finish(done);
            }
        }
    }

    /** The time of an answer begins when the first of the unit is sent, and there is one for each unit. */
    private void begin() {
        if (!begun) {
            begun = true;
            beganAt = observer == SinkObserver.NONE ? 0 : clock.nanoTime();
        }
    }

    private void finish(boolean done) {
        if (!done) {
            fail();
        }
        if (begun && observer != SinkObserver.NONE && bytes() >= 0) {
            observer.onRequestCompleted(bytes(), clock.nanoTime() - beganAt);
        }
        begun = false;
        clear();
    }

    /** How the last delivery went. */
    final SinkHealth health() {
        return health;
    }

    @Override
    public final void close() {
        end();
        if (sink != null) {
            sink.ended(this);
        }
    }
}
