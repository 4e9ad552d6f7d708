package io.taktstrom.benchmarks.scale;

import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkInlet;

/** Counts samples, and notices when each point has had a good one. For one stream. */
final class FirstValues implements Sink, SinkInlet {

    private final CountDownLatch all;
    private final IdentityHashMap<PointGroup, BitSet> had = new IdentityHashMap<>();
    private final AtomicLong samples = new AtomicLong();
    private volatile long lastAt;

    FirstValues(int points) {
        all = new CountDownLatch(points);
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return this;
    }

    @Override
    public void close() {
        // There is nothing to let go.
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) {
        if (all.getCount() > 0) {
            BitSet ofGroup = had.computeIfAbsent(batch.group(), group -> new BitSet());
            for (int i = 0; i < batch.size(); i++) {
                int point = batch.pointAt(i);
                if (StatusCode.isGood(batch.statusAt(i)) && !ofGroup.get(point)) {
                    ofGroup.set(point);
                    lastAt = System.nanoTime();
                    all.countDown();
                }
            }
        }
        samples.addAndGet(batch.size());
    }

    /** Samples so far. */
    long samples() {
        return samples.get();
    }

    /** Waits until each point has had its first value; how many have not. */
    long await(long seconds) throws InterruptedException {
        return all.await(seconds, TimeUnit.SECONDS) ? 0 : all.getCount();
    }

    /** When the last point had its first value. */
    long lastAt() {
        return lastAt;
    }
}
