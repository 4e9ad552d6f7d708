package io.taktstrom.stream.source;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.FixedGroup;

/** One session with a {@link FakeDevice}. */
final class FakeConnection implements PushingConnection {

    private final FakeDevice device;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final List<Pushed> subscriptions = new CopyOnWriteArrayList<>();

    FakeConnection(FakeDevice device) {
        this.device = device;
    }

    /** Tells subscribers that all is lost, then itself, as a connector must. */
    void die(ConnectionLostException cause) {
        subscriptions.forEach(subscription -> subscription.deliver(StatusCode.BAD_NO_COMMUNICATION));
        subscriptions.clear();
        closed.completeExceptionally(cause);
    }

    void push() {
        subscriptions.forEach(subscription -> subscription.deliver(StatusCode.GOOD));
    }

    long subscribed() {
        return subscriptions.size();
    }

    @Override
    public void abandon() {
        close();
    }

    @Override
    public Connection reconnect(ConnectorProvider provider, Endpoint endpoint, ConnectContext context)
            throws ConnectorException {
        Connection next = PushingConnection.super.reconnect(provider, endpoint, context);
        device.predecessor = this;
        return next;
    }

    private void requireAlive() throws ConnectionLostException {
        if (closed.isDone()) {
            throw new ConnectionLostException("session is over");
        }
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        requireAlive();
        device.onResolve.run();
        return new FixedGroup(
                points,
                points.stream().map(point -> device.typeOf(point.address())).toList(),
                points.stream()
                        .map(point -> point.address().startsWith("unknown")
                                ? StatusCode.BAD_NODE_ID_UNKNOWN
                                : StatusCode.GOOD)
                        .toList());
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        requireAlive();
        device.onRead.run();
        fill(group, into, StatusCode.GOOD);
    }

    private void fill(PointGroup group, SampleBatch into, int status) {
        into.reset(group, EpochNanoClock.system().epochNanos(), 0);
        for (int point = 0; point < group.size(); point++) {
            int own = StatusCode.isGood(status) ? group.statusAt(point) : status;
            into.add(point, 1, own, device.value + point);
        }
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        requireAlive();
        if (group.points().get(0).address().startsWith("refused")) {
            throw new InvalidRequestException(
                    "cannot push " + group.points().get(0).address());
        }
        Pushed subscription = new Pushed(group, wanted, sink);
        subscriptions.add(subscription);
        subscription.deliver(StatusCode.GOOD);
        return subscription;
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        requireAlive();
        device.onWrite.run();
        for (int i = 0; i < values.size(); i++) {
            device.value = values.longAt(i);
            statusOut[i] = group.statusAt(values.pointAt(i));
        }
    }

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        throw new InvalidRequestException("cannot browse");
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        requireAlive();
        if (device.silent) {
            closed.exceptionally(cause -> null).join();
            requireAlive();
        }
        device.beat();
        return new DeviceInfo("fake", "1", "RUN", Map.of());
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed;
    }

    @Override
    public void close() {
        try {
            device.onClose.run();
        } catch (ConnectorException e) {
            throw new IllegalStateException(e);
        }
        subscriptions.clear();
        closed.complete(null);
        device.ended(this);
    }

    private final class Pushed implements Subscription {

        private final PointGroup group;
        private final SubscriptionSettings settings;
        private final SampleSink sink;
        private final SampleBatch batch;

        Pushed(PointGroup group, SubscriptionSettings settings, SampleSink sink) {
            this.group = group;
            this.settings = settings;
            this.sink = sink;
            batch = group.newBatch();
        }

        synchronized void deliver(int status) {
            fill(group, batch, status);
            sink.onSamples(batch);
            if (batch.group() != group || batch.sequence() != 0) {
                throw new AssertionError("the batch was not given back as it came");
            }
        }

        @Override
        public PointGroup group() {
            return group;
        }

        @Override
        public SubscriptionSettings revised() {
            return settings;
        }

        @Override
        public int statusAt(int point) {
            return group.statusAt(point);
        }

        @Override
        public void close() {
            subscriptions.remove(this);
        }
    }
}
