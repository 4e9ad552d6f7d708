package io.taktstrom.example.line;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/** Tells the observer of each call, well or not. */
final class TellingConnection implements Connection {

    private final Connection connection;
    private final ConnectContext context;

    TellingConnection(Connection connection, ConnectContext context) {
        this.connection = connection;
        this.context = context;
    }

    private void tell(Operation operation, long start) {
        context.observer().onRequest(operation, context.clock().nanoTime() - start);
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        long start = context.clock().nanoTime();
        try {
            return connection.resolve(points);
        } finally {
            tell(Operation.RESOLVE, start);
        }
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        long start = context.clock().nanoTime();
        try {
            connection.read(group, into);
            context.observer().onRoundTrips(1);
        } finally {
            tell(Operation.READ, start);
        }
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        long start = context.clock().nanoTime();
        try {
            connection.write(group, values, statusOut);
            context.observer().onRoundTrips(1);
        } finally {
            tell(Operation.WRITE, start);
        }
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        long start = context.clock().nanoTime();
        try {
            return connection.subscribe(group, wanted, sink);
        } finally {
            tell(Operation.SUBSCRIBE, start);
        }
    }

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        long start = context.clock().nanoTime();
        try {
            return connection.browse(filter);
        } finally {
            tell(Operation.BROWSE, start);
        }
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        return connection.device();
    }

    @Override
    public CompletionStage<Void> closed() {
        return connection.closed();
    }

    @Override
    public void abandon() {
        connection.abandon();
    }

    @Override
    public void close() {
        connection.close();
    }
}
