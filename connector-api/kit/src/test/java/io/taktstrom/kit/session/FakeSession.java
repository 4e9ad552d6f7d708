package io.taktstrom.kit.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/** A connector without a device: each point is an LREAL with the value of its index, unless the address says otherwise. */
public final class FakeSession extends GuardedConnection<ResolvedGroup> {

    /** What has been asked of the device, in order. */
    public final List<String> calls = new CopyOnWriteArrayList<>();

    /** Thrown by whatever is asked of the device. */
    public volatile @Nullable ConnectorException failure;

    /** Happens once, between the look whether the connection is open and what follows it. */
    volatile Runnable meanwhile = () -> {};

    public FakeSession(EpochNanoClock clock, ConnectionObserver observer) {
        super("fake", "10.0.0.5:1", new MemoryBudget(1000), new ConnectContext(clock, observer));
    }

    private void ask(String what) throws ConnectorException {
        calls.add(what);
        ConnectorException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }

    @Override
    protected void requireLink() {
        Runnable now = meanwhile;
        meanwhile = () -> {};
        now.run();
    }

    /** The device has gone. */
    public void lose(ConnectorException cause) {
        lost(cause);
    }

    static DataPoint point(String address) {
        return DataPoint.of(address).withWritable();
    }

    @Override
    protected ResolvedGroup makeGroup(List<DataPoint> points) throws ConnectorException {
        ask("resolve");
        SettledPoints settled = settle(points);
        for (int i = 0; i < settled.size(); i++) {
            String address = settled.addressAt(i);
            if (address.equals("nowhere")) {
                settled.refuse(i, StatusCode.BAD_NODE_ID_UNKNOWN, "is not there");
            } else {
                settled.settle(
                        i, address.contains(":") ? DataType.parse(address.substring(2)) : ScalarType.LREAL, null, null);
            }
        }
        if (points.get(0).address().equals("fails")) {
            throw new DeviceErrorException("asked too much", StatusCode.BAD_DEVICE_FAILURE, 8);
        }
        return new ResolvedGroup(this, settled) {
            @Override
            protected void release() throws ConnectorException {
                ask("release");
            }
        };
    }

    @Override
    protected void readGroup(ResolvedGroup group, SampleBatch into) throws ConnectorException {
        ask("read");
        roundTrips(2);
        for (int point = 0; point < group.size(); point++) {
            if (StatusCode.isGood(group.statusAt(point))) {
                into.addDouble(point, SampleBatch.NO_TIME, StatusCode.GOOD, point);
            } else {
                into.addBad(point, SampleBatch.NO_TIME, group.statusAt(point));
            }
        }
    }

    @Override
    protected void writeGroup(ResolvedGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        List<Integer> sent = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (StatusCode.isGood(statusOut[i])) {
                sent.add(i);
            }
        }
        ask("write " + sent);
    }

    /** Does nothing by itself. */
    final class FakeSubscription extends GuardedSubscription<ResolvedGroup> {
        FakeSubscription(ResolvedGroup group) {
            super(FakeSession.this, group);
        }

        @Override
        public SubscriptionSettings revised() {
            return SubscriptionSettings.onChange(Duration.ZERO);
        }

        @Override
        protected int status(int point) {
            return StatusCode.GOOD;
        }

        @Override
        protected void silence() {
            calls.add("silence");
        }

        @Override
        protected void endAtDevice() throws ConnectorException {
            ask("unsubscribe");
        }

        @Override
        protected void connectionLost(ConnectorException cause) {
            calls.add("lost");
        }

        @Override
        protected void deliverAll(Duration limit) {
            calls.add("deliver");
        }
    }

    @Override
    protected GuardedSubscription<ResolvedGroup> openSubscription(
            ResolvedGroup group, SubscriptionSettings wanted, SampleSink sink) throws ConnectorException {
        ask("subscribe");
        return new FakeSubscription(group);
    }

    @Override
    protected BrowseCursor openBrowse(BrowseFilter filter) throws ConnectorException {
        ask("browse");
        return new BrowseCursor() {
            @Override
            public List<BrowseNode> next(int max) {
                return List.of();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    protected DeviceInfo askDevice() throws ConnectorException {
        ask("device");
        return new DeviceInfo("fake", "1", "RUN", Map.of());
    }

    @Override
    protected void disconnect() {
        calls.add("disconnect");
    }

    /** A session whose device refuses everything. */
    static FakeSession refusing(EpochNanoClock clock, ConnectionObserver observer) {
        FakeSession session = new FakeSession(clock, observer);
        session.failure = new DeviceErrorException("refused", StatusCode.BAD_DEVICE_FAILURE, 7);
        return session;
    }
}
