package io.taktstrom.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;

/** A sink that blocks in its first call until it is let go, and records all. */
final class Gated implements SampleSink, AutoCloseable {

    final RecordingSink recorded = new RecordingSink();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

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
        if (!entered.await(Bench.BOUND.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("no sample came within " + Bench.BOUND);
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
