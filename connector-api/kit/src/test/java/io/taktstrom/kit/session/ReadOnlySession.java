package io.taktstrom.kit.session;

import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionObserver;

/** The least that a connector must write. */
final class ReadOnlySession extends GuardedConnection<ResolvedGroup> {

    ReadOnlySession(EpochNanoClock clock) {
        super("poor", "10.0.0.6:1", new MemoryBudget(1000), new ConnectContext(clock, ConnectionObserver.NONE));
    }

    @Override
    protected ResolvedGroup makeGroup(List<DataPoint> points) {
        SettledPoints settled = settle(points);
        for (int i = 0; i < settled.size(); i++) {
            settled.assignType(i, ScalarType.LREAL);
        }
        return new ResolvedGroup(this, settled);
    }

    @Override
    protected void readGroup(ResolvedGroup group, SampleBatch into) {
        for (int point = 0; point < group.size(); point++) {
            into.addDouble(point, SampleBatch.NO_TIME, StatusCode.GOOD, point);
        }
    }

    @Override
    protected DeviceInfo askDevice() {
        return new DeviceInfo("poor", "1", "RUN", Map.of());
    }

    @Override
    protected void disconnect() {
        // There is nothing to cut off.
    }
}
