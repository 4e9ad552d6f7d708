package io.taktstrom.testkit.mutant;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/** Passes everything on to a right connection. A mutant overrides what it does wrong. */
public class Wrapped implements PushingConnection {

    final Connection right;

    public Wrapped(Connection right) {
        this.right = right;
    }

    @FunctionalInterface
    interface Resolve {
        PointGroup resolve(Connection right, List<DataPoint> points) throws ConnectorException;
    }

    @FunctionalInterface
    interface Read {
        void read(Connection right, PointGroup group, SampleBatch into) throws ConnectorException;
    }

    @FunctionalInterface
    interface Write {
        void write(Connection right, PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException;
    }

    @FunctionalInterface
    interface Refill {
        void add(SampleBatch to, SampleBatch from, int i);
    }

    static Mutant.Wrapping resolving(Resolve wrong) {
        return connection -> new Wrapped(connection) {
            @Override
            public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
                return wrong.resolve(right, points);
            }
        };
    }

    static Mutant.Wrapping reading(Read wrong) {
        return connection -> new Wrapped(connection) {
            @Override
            public void read(PointGroup group, SampleBatch into) throws ConnectorException {
                wrong.read(right, group, into);
            }
        };
    }

    static Mutant.Wrapping writing(Write wrong) {
        return connection -> new Wrapped(connection) {
            @Override
            public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
                wrong.write(right, group, values, statusOut);
            }
        };
    }

    /** What happens to a batch before the sink gets it. */
    static Mutant.Wrapping pushing(UnaryOperator<SampleSink> wrong) {
        return connection -> new Wrapped(connection) {
            @Override
            public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
                    throws ConnectorException {
                return right.subscribe(group, wanted, wrong.apply(sink));
            }
        };
    }

    static SampleBatch copy(SampleBatch batch) {
        SampleBatch copy = new SampleBatch(batch.capacity(), batch.arenaCapacity());
        copy.copyFrom(batch);
        return copy;
    }

    /** Ends as another does, with the same cause. */
    static CompletableFuture<Void> view(CompletionStage<Void> end) {
        CompletableFuture<Void> view = new CompletableFuture<>();
        var unused = end.whenComplete((nothing, cause) -> {
            if (cause == null) {
                view.complete(null);
            } else {
                view.completeExceptionally(cause);
            }
        });
        return view;
    }

    /** Fills a batch again from what is in it. */
    static void refill(SampleBatch batch, long receivedAt, Refill refill) {
        SampleBatch before = copy(batch);
        batch.reset(before.group(), receivedAt, before.sequence());
        for (int i = 0; i < before.size(); i++) {
            refill.add(batch, before, i);
        }
    }

    static void keep(SampleBatch to, SampleBatch from, int i) {
        to.addFrom(from, i, from.group().typeAt(from.pointAt(i)));
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        return right.resolve(points);
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        right.read(group, into);
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        right.write(group, values, statusOut);
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        return right.subscribe(group, wanted, sink);
    }

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        return right.browse(filter);
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        return right.device();
    }

    @Override
    public CompletionStage<Void> closed() {
        return right.closed();
    }

    @Override
    public void abandon() {
        PushingConnection.abandon(right);
    }

    @Override
    public void close() {
        right.close();
    }
}
