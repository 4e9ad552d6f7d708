package io.taktstrom.kit.subscribe;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.GuardedSubscription;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/**
 * A subscription whose sink is called by a thread of its own, so that a slow one keeps neither the thread that receives nor
 * other sinks.
 *
 * <pre>
 *   receiving thread --push--> filling ==turns with== delivering --> SinkGate --> sink
 *                                | full: each point keeps its newest value, marked Overflow, for the next turn
 * </pre>
 *
 * <p>A connector makes one, has the device push, and {@linkplain #begin begins} with what the device said of each point;
 * what arrives before that waits. Bounded in memory; a push allocates nothing, but for the first value that a point keeps.
 */
public abstract class PushSubscription<G extends ResolvedGroup> extends GuardedSubscription<G> {

    /** So many samples of each point fit in a batch, if that does not come to more than the limits below. */
    private static final int SAMPLES_PER_POINT = 500;

    private static final int MAX_SAMPLES = 16 * 1024;
    private static final int MAX_ARENA_BYTES = 4 << 20;
    private static final long FOREVER_NANOS = TimeUnit.DAYS.toNanos(1);

    private final SubscriptionSettings revised;
    private final WireOrder order;
    private final EpochNanoClock clock;
    private final SinkGate gate;
    private final RestartingThread deliverer;

    // Guarded by this object's monitor; "delivering" belongs to the deliverer between two turns.
    private SampleBatch filling;
    private SampleBatch delivering;
    private final @Nullable SampleBatch[] newest;
    private int[] statuses;
    private boolean busy;
    private boolean lost;
    private boolean ended;

    /**
     * @param revised what the device really does
     * @param order of the bytes that are pushed
     */
    protected PushSubscription(
            GuardedConnection<G> connection, G group, SubscriptionSettings revised, WireOrder order, SampleSink sink) {
        super(connection, group);
        this.revised = revised;
        this.order = order;
        gate = new SinkGate(sink, group.size(), false, connection, connection::notice);
        deliverer = connection.thread("sink", this::deliver);
        clock = connection.clock();
        filling = newBatch(group);
        delivering = newBatch(group);
        newest = new @Nullable SampleBatch[group.size()];
        statuses = new int[group.size()];
    }

    private static SampleBatch newBatch(ResolvedGroup group) {
        long samples = Math.min(MAX_SAMPLES, (long) SAMPLES_PER_POINT * group.size());
        long arena = Math.min(MAX_ARENA_BYTES, (long) SAMPLES_PER_POINT * group.arenaBytes());
        return new SampleBatch((int) Math.max(samples, group.size()), (int) Math.max(arena, group.arenaBytes()));
    }

    // ---- what arrives

    /** Begins to deliver: first the points that the device does not push, with the reason; then what has come. Once. */
    public final synchronized void begin(int[] subscribed) {
        statuses = subscribed.clone();
        for (int point = 0; point < statuses.length; point++) {
            if (StatusCode.isBad(statuses[point])) {
                pushBad(point, SampleBatch.NO_TIME, statuses[point]);
            }
        }
        if (!ended) {
            deliverer.begin();
        }
    }

    /** A value has come; its bytes, as many as the point's type has, are taken now. Hot. */
    public final synchronized void push(int point, long sourceTime, ByteBuffer wire, int at) {
        DataType type = group().typeAt(point);
        SampleBatch into = target(point, type.arenaBytes());
        order.add(into, point, sourceTime, newStatus(into), type, wire, at);
        notifyAll();
    }

    /** A point has no good value any more. */
    public final synchronized void pushBad(int point, long sourceTime, int status) {
        SampleBatch into = target(point, 0);
        into.addBad(point, sourceTime, status | newStatus(into));
        notifyAll();
    }

    /** Where the next sample of a point goes: behind the others, or into the place of the one that is kept. */
    private SampleBatch target(int point, int arenaBytes) {
        SampleBatch keeper = newest[point];
        if ((keeper == null || keeper.isEmpty()) && filling.hasRoom(arenaBytes)) {
            open();
            return filling;
        }
        if (keeper == null) {
            keeper = new SampleBatch(1, group().typeAt(point).arenaBytes());
            newest[point] = keeper;
        }
        return keeper;
    }

    /** One that takes the place of another says that this is lost. */
    private int newStatus(SampleBatch into) {
        if (into == filling || into.isEmpty()) {
            return StatusCode.GOOD;
        }
        into.clear();
        return StatusCode.withOverflow(StatusCode.GOOD);
    }

    private void open() {
        if (filling.isEmpty()) {
            filling.reset(group(), clock.epochNanos(), 0);
        }
    }

    @Override
    protected final synchronized void connectionLost(ConnectorException cause) {
        lost = true;
        notifyAll();
    }

    // ---- delivering

    private void deliver() {
        while (doWork()) {
            // One batch after the other.
        }
    }

    /** One step: waits for samples and delivers them; false at the end. */
    private boolean doWork() {
        boolean goesOn = turn();
        if (goesOn) {
            gate.mark(delivering);
            gate.handOver(delivering);
        }
        return goesOn;
    }

    /** Waits for samples and takes them over; false at the end. */
    private synchronized boolean turn() {
        busy = false;
        notifyAll();
        while (filling.isEmpty() && !lost && !ended) {
            await(FOREVER_NANOS);
        }
        if (ended) {
            return false;
        }
        if (filling.isEmpty()) {
            ended = true;
            open();
            for (int point = 0; point < newest.length; point++) {
                filling.addBad(point, SampleBatch.NO_TIME, StatusCode.BAD_NO_COMMUNICATION);
            }
        }
        SampleBatch full = filling;
        filling = delivering;
        filling.clear();
        delivering = full;
        busy = true;
        for (int point = 0; point < newest.length; point++) {
            SampleBatch keeper = newest[point];
            if (keeper != null && !keeper.isEmpty()) {
                open();
                filling.addFrom(keeper, 0, group().typeAt(point));
                keeper.clear();
            }
        }
        return true;
    }

    /** Waits to be notified; the caller checks its condition again. */
    private synchronized void await(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        } catch (InterruptedException e) {
            // An interrupt has no meaning here.
            Thread.interrupted();
        }
    }

    // ---- life

    @Override
    public final SubscriptionSettings revised() {
        return revised;
    }

    @Override
    protected final synchronized int status(int point) {
        return statuses[point];
    }

    @Override
    protected final void silence() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        gate.silence();
    }

    @Override
    protected final synchronized void deliverAll(Duration limit) {
        long until = clock.nanoTime() + limit.toNanos();
        long left = limit.toNanos();
        while (!gate.isCalledHere() && !ended && (busy || !filling.isEmpty()) && left > 0) {
            await(left);
            left = until - clock.nanoTime();
        }
    }
}
