package io.taktstrom.opcua.subscribe;

import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.spi.ConnectContext;

/** A connection of which only groups and subscriptions are used. */
final class IdleConnection extends GuardedConnection<IdleConnection.Group> {

    static final class Group extends ResolvedGroup {
        private Group(IdleConnection connection, SettledPoints settled) {
            super(connection, settled);
        }
    }

    IdleConnection() {
        super("opcua", "opc.tcp://server", new MemoryBudget(1 << 20), ConnectContext.standard());
    }

    Group group(ResolvedPoints points) {
        SettledPoints settled = settle(points.points());
        settled.set(0, points.typeAt(0), StatusCode.GOOD);
        return new Group(this, settled);
    }

    @Override
    protected Group makeGroup(List<DataPoint> points) {
        throw new AssertionError("not resolved here");
    }

    @Override
    protected void readGroup(Group group, SampleBatch into) {
        throw new AssertionError("not read here");
    }

    @Override
    protected DeviceInfo askDevice() {
        throw new AssertionError("not asked here");
    }

    @Override
    protected void disconnect() {}
}
