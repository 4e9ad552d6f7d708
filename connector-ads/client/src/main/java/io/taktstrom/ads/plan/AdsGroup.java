package io.taktstrom.ads.plan;

import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.ads.value.Variable;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Holding;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectorException;

/**
 * Points of one session. Their types stay for the life of the group; where they are, and how to read them, is resolved anew
 * when variables may have moved, and is in its {@link GroupPlan}. Thread-safe.
 */
public final class AdsGroup implements PointGroup {

    private final Planner planner;
    private final List<DataPoint> points;
    private final DataType[] types;
    private final int arenaBytes;
    /** What its values take. */
    private final Holding memory;

    private final Consumer<AdsGroup> onClose;

    private volatile GroupPlan plan;
    private volatile boolean closed;

    AdsGroup(Planner planner, List<DataPoint> points, GroupPlan plan, Holding memory, Consumer<AdsGroup> onClose) {
        this.planner = planner;
        this.points = List.copyOf(points);
        this.plan = plan;
        this.memory = memory;
        this.onClose = onClose;
        this.types = new DataType[points.size()];
        int arena = 0;
        for (int i = 0; i < types.length; i++) {
            types[i] = type(points.get(i), plan, i);
            arena = Math.addExact(arena, types[i].arenaBytes());
        }
        this.arenaBytes = arena;
    }

    private static DataType type(DataPoint point, GroupPlan plan, int i) {
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
    public int arenaBytes() {
        return arenaBytes;
    }

    /** Whether the planner is the one that made it. */
    public boolean isOf(Planner other) {
        return planner == other;
    }

    public boolean isClosed() {
        return closed;
    }

    /** The plan, made anew if variables may have moved since, or the device turned out to know no sum commands. Hot. */
    public GroupPlan plan() throws ConnectorException {
        GroupPlan now = plan;
        return planner.isCurrent(now) ? now : replan();
    }

    private synchronized GroupPlan replan() throws ConnectorException {
        GroupPlan old = plan;
        if (planner.isCurrent(old)) {
            return old;
        }
        GroupPlan made = planner.replan(this, old);
        plan = made;
        planner.release(old);
        return made;
    }

    /** Gives back what the device holds for it, as far as it still answers. */
    public void release() {
        planner.release(plan);
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
        onClose.accept(this);
    }

    @Override
    public String toString() {
        return points.size() + " points of the ADS connection to " + planner.where();
    }
}
