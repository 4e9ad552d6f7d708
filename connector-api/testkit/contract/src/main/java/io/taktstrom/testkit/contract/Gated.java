package io.taktstrom.testkit.contract;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.testkit.RecordingSink;

/** A sink that blocks in its first call until it is let go, and records all. */
final class Gated implements SampleSink, AutoCloseable {

    final RecordingSink recorded;
    private final Duration bound;
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** @param bound how long to wait for samples */
    Gated(Duration bound) {
        this.bound = bound;
        recorded = new RecordingSink(bound);
    }

    @Override
    public void onSamples(SampleBatch batch) {
        recorded.onSamples(batch);
        entered.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void awaitEntered() throws InterruptedException {
        if (!entered.await(bound.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("no sample came within " + bound);
        }
    }

    void release() {
        released.countDown();
    }

    @Override
    public void close() {
        release();
    }
}
