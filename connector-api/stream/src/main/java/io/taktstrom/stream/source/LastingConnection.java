package io.taktstrom.stream.source;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.Sample;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/**
 * A managed connection for reading and writing: each call goes to the session that lives, or waits for one.
 *
 * <pre>
 *   read, resolve, browse   asked again of the next session when the one that was asked is lost, as long as there is time
 *   write                   sent once: it is not known whether a lost session has brought it to the device
 *   subscribe               a scan of the managed connection
 * </pre>
 */
final class LastingConnection implements Connection {

    /** What is asked of a session. */
    @FunctionalInterface
    private interface Request<T> {
        T of(Connection session) throws ConnectorException;
    }

    /** Of subscriptions that are asked for without one. */
    private static final String SUBSCRIPTION = "subscription";

    private final String name;
    private final long timeoutNanos;
    private final Feeds feeds;
    private final SessionLoop loop;
    private final ConnectionStatus connectionStatus;
    private final EpochNanoClock clock;

    LastingConnection(ManagedParts of, Feeds feeds, SessionLoop loop) {
        name = of.name();
        timeoutNanos = CommonOptions.REQUEST_TIMEOUT.of(of.endpoint()).toNanos();
        this.feeds = feeds;
        this.loop = loop;
        connectionStatus = loop.connectionStatus();
        clock = of.context().clock();
    }

    private long deadline() {
        return clock.nanoTime() + timeoutNanos;
    }

    private Connection session() throws ConnectionLostException {
        return connectionStatus.await(null, deadline());
    }

    private <T> T ask(Request<T> request) throws ConnectorException {
        long deadline = deadline();
        Connection lost = null;
        while (true) {
            Connection session = connectionStatus.await(lost, deadline);
            try {
                return request.of(session);
            } catch (ConnectionLostException e) {
                lost = session;
            }
        }
    }

    private static boolean isOutage(ConnectorException failure) {
        return failure instanceof ConnectionLostException
                || failure instanceof ConnectFailedException
                || failure instanceof RequestTimeoutException;
    }

    private LastingGroup own(PointGroup group) throws InvalidRequestException {
        if (group instanceof LastingGroup own && own.owner() == this) {
            return own;
        }
        throw new InvalidRequestException("the group is not of " + name + "; resolve its points there");
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        if (points.isEmpty()) {
            throw new InvalidRequestException("resolve at " + name + ": no points");
        }
        LastingGroup group = new LastingGroup(this, points);
        try {
            ask(group::in);
        } catch (ConnectorException e) {
            if (!isOutage(e)) {
                throw e;
            }
            // It is looked up when the device is back.
        }
        return group;
    }

    /** Has a group know its types, if the device is there. */
    void lookUp(LastingGroup group) {
        try {
            group.in(connectionStatus.current());
        } catch (ConnectorException e) {
            // A read or a write now fails in the same way.
        }
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        LastingGroup own = own(group);
        ask(session -> {
            session.read(own.in(session), into);
            into.reassign(own, into.sequence());
            return into;
        });
    }

    @Override
    public Sample read(String address) throws ConnectorException {
        try {
            return ask(session -> session.read(address));
        } catch (ConnectorException e) {
            if (!isOutage(e)) {
                throw e;
            }
            int status = e instanceof RequestTimeoutException ? e.status() : connectionStatus.outage();
            return Sample.bad(status, clock.epochNanos());
        }
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        LastingGroup own = own(group);
        Connection session = session();
        PointGroup now = own.in(session);
        values.reassign(now, values.sequence());
        try {
            session.write(now, values, statusOut);
        } finally {
            values.reassign(own, values.sequence());
        }
    }

    @Override
    public void write(String address, Object value) throws ConnectorException {
        session().write(address, value);
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        return subscribe(own(group).points(), wanted, sink);
    }

    /** See {@link ManagedConnection#subscribe(List, SubscriptionSettings, SampleSink)}. */
    Subscription subscribe(List<DataPoint> points, SubscriptionSettings wanted, SampleSink sink) {
        ScanClass.Mode mode = wanted.trigger() == SubscriptionSettings.Trigger.ON_CHANGE
                ? ScanClass.Mode.NOTIFY
                : ScanClass.Mode.NOTIFY_CYCLIC;
        return subscribe(new Scan(new ScanClass(SUBSCRIPTION, mode, wanted.cycle(), wanted.maxDelay()), points, sink));
    }

    /** See {@link ManagedConnection#subscribe(Scan)}. */
    Subscription subscribe(Scan scan) {
        ScanFeed feed = feeds.add(scan);
        loop.openNews();
        return new LastingSubscription(feed, feeds, connectionStatus);
    }

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        return ask(session -> session.browse(filter));
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        return ask(Connection::device);
    }

    @Override
    public CompletionStage<Void> closed() {
        return connectionStatus.over();
    }

    @Override
    public void close() {
        loop.close();
    }
}
