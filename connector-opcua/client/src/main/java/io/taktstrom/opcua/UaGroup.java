package io.taktstrom.opcua;

import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.plan.ReadPlan;

/** Points of one session. */
final class UaGroup extends ResolvedGroup {

    private final UaSession session;
    final ResolvedPoints resolved;
    final ReadPlan reads;

    UaGroup(UaSession session, SettledPoints settled, ResolvedPoints resolved) {
        super(session, settled, resolved.arenaBytes());
        this.session = session;
        this.resolved = resolved;
        this.reads = new ReadPlan(resolved);
    }

    @Override
    protected void release() {
        session.link().memory().giveBack(resolved.held());
    }
}
