package io.taktstrom.stream.source;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.Sample;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
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

    private final ManagedConnection managed;
    private final ConnectionState connectionState;
    private final EpochNanoClock clock;

    LastingConnection(ManagedConnection managed, ConnectionState connectionState, EpochNanoClock clock) {
        this.managed = managed;
        this.connectionState = connectionState;
        this.clock = clock;
    }

    private long deadline() {
        return clock.nanoTime() + managed.requestTimeout().toNanos();
    }

    private Connection session() throws ConnectionLostException {
        return connectionState.await(null, deadline());
    }

    private <T> T ask(Request<T> request) throws ConnectorException {
        long deadline = deadline();
        Connection lost = null;
        while (true) {
            Connection session = connectionState.await(lost, deadline);
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
        throw new InvalidRequestException("the group is not of " + managed.name() + "; resolve its points there");
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        if (points.isEmpty()) {
            throw new InvalidRequestException("resolve at " + managed.name() + ": no points");
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
            group.in(connectionState.current());
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
            int status = e instanceof RequestTimeoutException ? e.status() : connectionState.outage();
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
        return managed.subscribe(own(group).points(), wanted, sink);
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
        return connectionState.over();
    }

    @Override
    public void close() {
        managed.close();
    }
}
