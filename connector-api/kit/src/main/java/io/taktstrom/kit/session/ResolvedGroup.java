package io.taktstrom.kit.session;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.ConnectorException;

/**
 * Points of one {@link GuardedConnection}, their types, and why those that cannot be used cannot. A connector adds what
 * reading and writing them takes: plans, addresses, {@link ObjectPool}.
 *
 * <p>The types stay for the life of the group; statuses may {@linkplain #setStatuses change} when points come or go on
 * the device. Thread-safe. Closing ends the group's subscriptions, {@linkplain #release gives back} what the device holds for
 * it and then its memory.
 */
public class ResolvedGroup implements PointGroup {

    private final AbstractConnection owner;
    private final List<DataPoint> points;
    private final DataType[] types;
    private final int arenaBytes;
    /** Bad, but the device may have a value by now; never changed. */
    private final BitSet unavailable;

    private final MemoryBudget memory;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile int[] statuses;

    /** @param settled types, statuses, and the memory that the values take, which this group gives back at its end */
    public ResolvedGroup(AbstractConnection owner, SettledPoints settled) {
        this(owner, settled, settled.arenaBytes());
    }

    /** @param arenaBytes most arena bytes that one sample of each point takes, where the types do not say it */
    public ResolvedGroup(AbstractConnection owner, SettledPoints settled, int arenaBytes) {
        this.owner = owner;
        this.points = settled.points();
        this.types = settled.types();
        this.statuses = settled.statuses();
        this.memory = settled.memory();
        this.unavailable = settled.unavailable();
        this.arenaBytes = arenaBytes;
    }

    final AbstractConnection owner() {
        return owner;
    }

    @Override
    public final List<DataPoint> points() {
        return points;
    }

    @Override
    public final DataType typeAt(int point) {
        return types[point];
    }

    @Override
    public final int statusAt(int point) {
        return closed.get() ? StatusCode.BAD_CONNECTION_CLOSED : statuses[point];
    }

    /** The statuses of all points, whether the group is closed or not; not to be changed. */
    protected final int[] statuses() {
        return statuses;
    }

    /** Points have come or gone on the device; the array is this group's from now on. */
    protected final void setStatuses(int[] newStatuses) {
        statuses = newStatuses;
    }

    /** Most arena bytes that one sample of each point takes. */
    public final int arenaBytes() {
        return arenaBytes;
    }

    @Override
    public final SampleBatch newBatch() {
        SampleBatch batch = new SampleBatch(points.size(), arenaBytes);
        batch.reset(this, SampleBatch.NO_TIME, 0);
        return batch;
    }

    /** Whether it can be used no more. */
    public final boolean isClosed() {
        return closed.get();
    }

    /**
     * Which samples of a batch may be sent: sets the status of each to Good, or to why not. By default a point with a Bad
     * status has that, unless it was {@linkplain SettledPoints#unavailable unavailable} only, and one that is not listed as
     * writable has {@code Bad_NotWritable}. Hot: once per write.
     */
    protected void permit(SampleBatch values, int[] statusOut) {
        int[] current = statuses;
        for (int i = 0; i < values.size(); i++) {
            int point = values.pointAt(i);
            int status = current[point];
            if (!StatusCode.isBad(status) || unavailable.get(point)) {
                status = points.get(point).writable() ? StatusCode.GOOD : StatusCode.BAD_NOT_WRITABLE;
            }
            statusOut[i] = status;
        }
    }

    /**
     * Gives back what the device holds for the group, such as handles; once, after its subscriptions have ended. A loss of the
     * connection is none here, other failures are told to the observer.
     */
    protected void release() throws ConnectorException {
        // By default the device holds nothing.
    }

    @Override
    public final void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                owner.closed(this);
            } finally {
                memory.close();
            }
        }
    }
}
