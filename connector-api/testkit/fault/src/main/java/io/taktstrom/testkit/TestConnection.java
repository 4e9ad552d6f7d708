package io.taktstrom.testkit;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/** A session with a device that a test makes up. It refuses what the test does not say, and is over when it is closed. */
public abstract class TestConnection implements Connection {

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        throw new InvalidRequestException("read-only");
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        throw new InvalidRequestException("cannot push");
    }

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        throw new InvalidRequestException("cannot browse");
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        return new DeviceInfo("test", "1", "RUN", Map.of());
    }

    @Override
    public final CompletionStage<Void> closed() {
        return closed;
    }

    @Override
    public final void close() {
        closed.complete(null);
    }
}
