package io.taktstrom.runtime.integrity;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.stream.AccountedSink;

/** Before a pipeline: counts what is handed over, hears at once that a session is given up, and may be slow. */
final class DeviceTap implements AccountedSink {

    private final AccountedSink inlet;
    private final AtomicLong handedOver = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private volatile Runnable onGiveUp = () -> {};
    private volatile long slowNanos;
    private volatile CountDownLatch givenUp = new CountDownLatch(1);

    DeviceTap(AccountedSink inlet) {
        this.inlet = inlet;
    }

    /** In the very moment when the session is given up, before the connector knows. */
    CountDownLatch onGiveUp(Runnable reaction) {
        CountDownLatch latch = new CountDownLatch(1);
        givenUp = latch;
        onGiveUp = reaction;
        return latch;
    }

    /** Takes so long for each batch from now on. */
    void setSlow(long nanos) {
        slowNanos = nanos;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        if (slowNanos > 0) {
            LockSupport.parkNanos(slowNanos);
        }
        if (!batch.isEmpty() && batch.statusAt(0) == StatusCode.BAD_NO_COMMUNICATION) {
            onGiveUp.run();
            onGiveUp = () -> {};
            givenUp.countDown();
        }
        handedOver.addAndGet(batch.size());
        inlet.onSamples(batch);
    }

    @Override
    public void lose(DropReason reason, long samples) {
        late.addAndGet(samples);
        inlet.lose(reason, samples);
    }

    long handedOver() {
        return handedOver.get();
    }

    long late() {
        return late.get();
    }
}
