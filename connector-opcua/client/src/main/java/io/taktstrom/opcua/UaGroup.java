package io.taktstrom.opcua;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.plan.ReadPlan;

/** Points of one session. */
final class UaGroup implements PointGroup {

    private final UaSession session;
    private final ResolvedPoints resolved;
    private final ReadPlan reads;
    private volatile boolean closed;

    UaGroup(UaSession session, ResolvedPoints resolved) {
        this.session = session;
        this.resolved = resolved;
        this.reads = new ReadPlan(resolved);
    }

    boolean isOpenAt(UaSession other) {
        return session == other && !closed;
    }

    ResolvedPoints resolved() {
        return resolved;
    }

    ReadPlan reads() {
        return reads;
    }

    @Override
    public List<DataPoint> points() {
        return resolved.points();
    }

    @Override
    public DataType typeAt(int point) {
        return resolved.typeAt(point);
    }

    @Override
    public int statusAt(int point) {
        return closed ? StatusCode.BAD_CONNECTION_CLOSED : resolved.at(point).status();
    }

    @Override
    public SampleBatch newBatch() {
        SampleBatch batch = new SampleBatch(size(), resolved.arenaBytes());
        batch.reset(this, SampleBatch.NO_TIME, 0);
        return batch;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            session.closed(this);
        }
    }
}
