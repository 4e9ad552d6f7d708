package io.taktstrom.example.line;

import java.time.Duration;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/**
 * Two batches in turn: the receiving thread fills one while this subscription's thread delivers the other, so a slow sink
 * never keeps the connection from receiving. When a batch is full, each point keeps its newest value for the next one;
 * where that replaced another, its status says so.
 */
final class LineSubscription implements Subscription {

    private static final int SAMPLES_PER_POINT = 500;
    private static final long CLOSE_MILLIS = 2_000;

    private final LineConnection connection;
    private final LineGroup group;
    private final int firstTag;
    private final SampleSink sink;
    private final ConnectContext context;
    private final Thread deliverer = new Thread(this::deliver, "line-subscription");

    // Guarded by this object's monitor; "delivering" belongs to the deliverer between two turns.
    private SampleBatch filling;
    private SampleBatch delivering;
    private final @Nullable SampleBatch[] newest;
    private final int[] statuses;
    private long received;
    /** Points of which a sink has lost samples: the next one is marked. Belongs to the deliverer. */
    private final boolean[] owed;

    private boolean lost;
    private boolean ended;

    LineSubscription(
            LineConnection connection, LineGroup group, int firstTag, SampleSink sink, ConnectContext context) {
        this.connection = connection;
        this.group = group;
        this.firstTag = firstTag;
        this.sink = sink;
        this.context = context;
        filling = newBatch();
        delivering = newBatch();
        statuses = new int[group.size()];
        owed = new boolean[group.size()];
        newest = new @Nullable SampleBatch[group.size()];
    }

    private SampleBatch newBatch() {
        SampleBatch one = group.newBatch();
        return new SampleBatch(one.capacity() * SAMPLES_PER_POINT, one.arenaCapacity() * SAMPLES_PER_POINT);
    }

    /** What the device writes before the values of a point. */
    int tag(int point) {
        return firstTag + point;
    }

    /** Begins to deliver, first the points that the device cannot push. */
    void start(int[] subscribed) {
        synchronized (this) {
            System.arraycopy(subscribed, 0, statuses, 0, statuses.length);
            for (int point = 0; point < group.size(); point++) {
                if (!StatusCode.isGood(statuses[point])) {
                    prepare();
                    filling.addBad(point, SampleBatch.NO_TIME, statuses[point]);
                }
            }
        }
        deliverer.setDaemon(true);
        deliverer.start();
    }

    /** On the receiving thread. */
    synchronized void push(int point, byte[] line, int from, int to) throws MalformedFrameException {
        if (newest[point] == null && filling.hasRoom(group.typeAt(point).arenaBytes())) {
            prepare();
            group.addValue(filling, point, StatusCode.GOOD, line, from, to);
        } else {
            int status = newest[point] == null ? StatusCode.GOOD : StatusCode.withOverflow(StatusCode.GOOD);
            SampleBatch kept = new SampleBatch(1, group.typeAt(point).arenaBytes());
            group.addValue(kept, point, status, line, from, to);
            newest[point] = kept;
        }
        notifyAll();
    }

    private void prepare() {
        if (filling.isEmpty()) {
            filling.reset(group, context.clock().epochNanos(), received);
        }
        received++;
    }

    /** The connection is gone: delivers what is left, then a last batch that says so. */
    synchronized void lose() {
        lost = true;
        notifyAll();
    }

    private void deliver() {
        try {
            while (turn()) {
                pass();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass() {
        for (int i = 0; i < delivering.size(); i++) {
            if (owed[delivering.pointAt(i)]) {
                owed[delivering.pointAt(i)] = false;
                delivering.setStatusAt(i, StatusCode.withOverflow(delivering.statusAt(i)));
            }
        }
        try {
            sink.onSamples(delivering);
        } catch (RuntimeException e) {
            for (int i = 0; i < delivering.size(); i++) {
                owed[delivering.pointAt(i)] = true;
            }
            context.observer()
                    .onNotice("sink of a subscription failed: " + e + "; its samples are lost, the next follow");
        }
    }

    /** Waits for samples and takes them over; false at the end. */
    private synchronized boolean turn() throws InterruptedException {
        while (filling.isEmpty() && !lost && !ended) {
            wait();
        }
        if (ended) {
            return false;
        }
        if (filling.isEmpty()) {
            ended = true;
            for (int point = 0; point < group.size(); point++) {
                prepare();
                filling.addBad(point, SampleBatch.NO_TIME, StatusCode.BAD_NO_COMMUNICATION);
            }
        }
        SampleBatch full = filling;
        filling = delivering;
        filling.clear();
        delivering = full;
        for (int point = 0; point < newest.length; point++) {
            SampleBatch kept = newest[point];
            if (kept != null) {
                prepare();
                filling.addFrom(kept, 0, group.typeAt(point));
                newest[point] = null;
            }
        }
        return true;
    }

    @Override
    public PointGroup group() {
        return group;
    }

    @Override
    public SubscriptionSettings revised() {
        return SubscriptionSettings.onChange(Duration.ZERO);
    }

    @Override
    public synchronized int statusAt(int point) {
        return statuses[point];
    }

    @Override
    public void close() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        connection.unsubscribe(this);
        if (Thread.currentThread() != deliverer) {
            try {
                deliverer.join(CLOSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
