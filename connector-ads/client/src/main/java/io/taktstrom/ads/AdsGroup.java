package io.taktstrom.ads;

import java.util.List;

import io.taktstrom.ads.engine.AdsStatus;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Holding;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Points of one session. Their types stay for the life of the group; where they are, and how to read them, may be
 * resolved anew, and is in {@link Plan}.
 */
final class AdsGroup implements PointGroup {

    /** Where the points are, in one epoch of the symbols. */
    record Plan(int epoch, ReadPlan.Limits limits, List<Resolution> resolutions, ReadPlan reads, WriteTargets writes) {

        /** The point's variable; null when it cannot be used. */
        @Nullable
        Variable variable(int point) {
            return resolutions.get(point).variable();
        }

        int status(int point) {
            return resolutions.get(point).status();
        }

        /** Whether the point was refused because its value is too large, so that nobody has memory for one. */
        boolean isLimited(int point) {
            return status(point) == StatusCode.BAD_ENCODING_LIMITS_EXCEEDED;
        }

        /** Takes back what was read by name: it may be the value of something else. */
        void markStale(SampleBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                Variable variable = variable(batch.pointAt(i));
                if (variable != null && variable.symbolic() && !StatusCode.isBad(batch.statusAt(i))) {
                    batch.setStatusAt(i, AdsStatus.STALE);
                }
            }
        }
    }

    private final AdsSession session;
    private final List<DataPoint> points;
    private final DataType[] types;
    private final int arenaBytes;
    /** What its values take. */
    private final Holding memory;

    private volatile Plan plan;
    private volatile boolean closed;

    AdsGroup(AdsSession session, List<DataPoint> points, Plan plan, Holding memory) {
        this.session = session;
        this.points = List.copyOf(points);
        this.plan = plan;
        this.memory = memory;
        this.types = new DataType[points.size()];
        int arena = 0;
        for (int i = 0; i < types.length; i++) {
            types[i] = type(points.get(i), plan, i);
            arena = Math.addExact(arena, types[i].arenaBytes());
        }
        this.arenaBytes = arena;
    }

    private static DataType type(DataPoint point, Plan plan, int i) {
        Variable variable = plan.variable(i);
        if (variable != null) {
            return variable.type();
        }
        DataType stated = point.type();
        return stated == null || plan.isLimited(i) ? ScalarType.DWORD : stated;
    }

    @Override
    public List<DataPoint> points() {
        return points;
    }

    @Override
    public DataType typeAt(int point) {
        return types[point];
    }

    @Override
    public int statusAt(int point) {
        return closed ? StatusCode.BAD_CONNECTION_CLOSED : plan.status(point);
    }

    /** Most arena bytes that a sample of each point takes. */
    int arenaBytes() {
        return arenaBytes;
    }

    AdsSession session() {
        return session;
    }

    Plan plan() {
        return plan;
    }

    void setPlan(Plan newPlan) {
        plan = newPlan;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        memory.close();
        session.closed(this);
    }
}
