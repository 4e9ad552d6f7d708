package io.taktstrom.runtime;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import org.jspecify.annotations.Nullable;

/**
 * The end of a pipeline, which stays when another sink takes the place of the one behind it. A flush unit that the former
 * has begun is delivered to the new one from its beginning.
 *
 * <pre>
 *   pipeline --publish--> SwitchableInlet --publish--> inlet of the sink that is there now
 *                             ^
 *            hold, replace, release   (when the sink is replaced)
 * </pre>
 */
final class SwitchableInlet implements SinkInlet {

    /** Makes the inlet of the sink that is there now. */
    @FunctionalInterface
    interface Opening {
        SinkInlet open() throws IOException;
    }

    private final Opening opening;
    private final Fence fence;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock, as is all below. */
    private @Nullable SinkInlet inlet;
    /** What has the first batch of the flush unit. */
    private @Nullable SinkInlet begunBy;

    private long unit;
    private int attempt;

    /** With nothing behind it: the first batch opens it. */
    SwitchableInlet(Opening opening, Fence fence) {
        this.opening = opening;
        this.fence = fence;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit of) throws IOException {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted while the sink is replaced");
        }
        try {
            String refusal = fence.refusal();
            if (!refusal.isEmpty()) {
                throw new IOException(refusal);
            }
            SinkInlet now = opened();
            if (of.number() != unit || of.attempt() != attempt) {
                unit = of.number();
                attempt = of.attempt();
                begunBy = now;
            } else if (begunBy != now) {
                throw new IOException("the sink was replaced in the middle of a flush unit");
            }
            now.publish(batch, of);
        } finally {
            lock.unlock();
        }
    }

    /** Of the first sink behind it; what takes its place gets units of the same size. */
    @Override
    public int unitSamples() {
        lock.lock();
        try {
            SinkInlet now = inlet;
            return now == null ? STANDARD_UNIT_SAMPLES : now.unitSamples();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void follow(List<DataPoint> points) throws IOException {
        lock.lock();
        try {
            SinkInlet now = inlet;
            if (now != null) {
                now.follow(points);
            }
        } finally {
            lock.unlock();
        }
    }

    private SinkInlet opened() throws IOException {
        SinkInlet now = inlet;
        if (now == null) {
            now = opening.open();
            inlet = now;
        }
        return now;
    }

    /** Keeps the pipeline from publishing, once the call that it is in has returned; whether it has, in time. */
    boolean hold(Duration limit) {
        try {
            return lock.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether there is something behind it. By who holds it. */
    boolean isOpen() {
        return inlet != null;
    }

    /** Opens what is behind it now. By who holds it. */
    void open() throws IOException {
        opened();
    }

    /** Opens what is behind it before anything is published. */
    SwitchableInlet eagerly() throws IOException {
        lock.lock();
        try {
            open();
        } finally {
            lock.unlock();
        }
        return this;
    }

    /** Lets go of what is behind it. By who holds it. */
    void empty() throws IOException {
        SinkInlet former = inlet;
        inlet = null;
        if (former != null) {
            former.close();
        }
    }

    /** Lets the pipeline publish again. By who holds it. */
    void release() {
        lock.unlock();
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            empty();
        } finally {
            lock.unlock();
        }
    }
}
