package io.taktstrom.ads.plan;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.spi.ConnectorException;

/**
 * Points of one session. Their types stay for the life of the group; where they are, and how to read them, is resolved again
 * when variables may have moved, and is in its {@link GroupPlan}. Thread-safe.
 */
public final class AdsGroup extends ResolvedGroup {

    private final Planner planner;
    private volatile GroupPlan plan;

    AdsGroup(GuardedConnection<?> owner, Planner planner, SettledPoints settled, GroupPlan plan) {
        super(owner, settled);
        this.planner = planner;
        this.plan = plan;
    }

    /** The plan, made again if variables may have moved since, or the device turned out to know no sum commands. Hot. */
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
        setStatuses(made.statuses());
        planner.release(old);
        return made;
    }

    /** Only what the point itself says: what its variable says, the plan of the moment knows. */
    @Override
    protected void permit(SampleBatch values, int[] statusOut) {
        for (int i = 0; i < values.size(); i++) {
            statusOut[i] = points().get(values.pointAt(i)).writable() ? StatusCode.GOOD : StatusCode.BAD_NOT_WRITABLE;
        }
    }

    @Override
    protected void release() {
        planner.release(plan);
    }

    @Override
    public String toString() {
        return Counted.of(size(), "point") + " of the ADS connection to " + planner.where();
    }
}
