package io.taktstrom.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/** A connection to a {@link MemoryDevice}, sound but for one defect. */
final class MemoryConnection implements Connection {

    /** Not the last value of a round, so that nobody waits for it in vain. */
    private static final long LOST_VALUE = 1050;

    private final MemoryDevice device;
    private final @Nullable Defect defect;
    private final ConcurrentLinkedQueue<Pushed> subscriptions = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile byte[] garbage = {};

    MemoryConnection(MemoryDevice device, @Nullable Defect defect) {
        this.device = device;
        this.defect = defect;
        if (defect == Defect.LEAKS_A_THREAD) {
            Thread leaked = new Thread(device::awaitEnd, "leaked");
            leaked.setDaemon(true);
            leaked.start();
        }
    }

    private final class Group implements PointGroup {
        private final List<DataPoint> points;
        private final MemoryDevice.@Nullable Cell[] cells;
        private volatile boolean over;

        Group(List<DataPoint> points) {
            this.points = List.copyOf(points);
            this.cells =
                    points.stream().map(point -> device.cell(point.address())).toArray(MemoryDevice.Cell[]::new);
        }

        @Override
        public List<DataPoint> points() {
            return points;
        }

        @Override
        public DataType typeAt(int point) {
            MemoryDevice.Cell cell = cells[point];
            return cell == null ? ScalarType.LINT : cell.type();
        }

        @Override
        public int statusAt(int point) {
            return cells[point] == null ? StatusCode.BAD_NODE_ID_UNKNOWN : StatusCode.GOOD;
        }

        @Override
        public void close() {
            over = true;
        }

        private void add(SampleBatch batch, int point) {
            int from = defect == Defect.MIXES_UP_POINTS ? cells.length - 1 - point : point;
            MemoryDevice.Cell cell = cells[from];
            if (cell != null) {
                batch.add(point, SampleBatch.NO_TIME, StatusCode.GOOD, cell.value());
            } else if (defect == Defect.SAYS_GOOD_OF_WHAT_IS_NOT_THERE) {
                batch.add(point, SampleBatch.NO_TIME, StatusCode.GOOD, 0);
            } else {
                batch.addBad(point, SampleBatch.NO_TIME, StatusCode.BAD_NODE_ID_UNKNOWN);
            }
        }
    }

    private Group own(PointGroup group) throws ConnectorException {
        if (closed.isDone()) {
            throw new ConnectionLostException("the connection was closed");
        }
        Group own = (Group) group;
        if (own.over && defect != Defect.TAKES_CLOSED_GROUPS) {
            throw new InvalidRequestException("the group is closed");
        }
        return own;
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) {
        return new Group(points);
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        Group own = own(group);
        if (defect == Defect.ALLOCATES_PER_READ) {
            garbage = new byte[64];
        }
        into.reset(group, 0, garbage.length);
        for (int point = 0; point < own.size(); point++) {
            own.add(into, point);
        }
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        Group own = own(group);
        Arrays.fill(statusOut, StatusCode.GOOD);
        for (int i = 0; i < values.size(); i++) {
            DataPoint point = own.points.get(values.pointAt(i));
            if (point.writable() || defect == Defect.WRITES_WHAT_IS_NOT_WRITABLE) {
                device.set(point.address(), values.longAt(i));
            } else {
                statusOut[i] = StatusCode.BAD_NOT_WRITABLE;
            }
        }
    }

    /** Delivers on the thread that changes the device. */
    private final class Pushed implements Subscription {
        private final Group group;
        private final SubscriptionSettings wanted;
        private final SampleSink sink;
        private final SampleBatch batch;
        private long sequence;

        Pushed(Group group, SubscriptionSettings wanted, SampleSink sink) {
            this.group = group;
            this.wanted = wanted;
            this.sink = sink;
            this.batch = group.newBatch();
        }

        synchronized void push(MemoryDevice.@Nullable Cell changed) {
            batch.reset(group, 0, sequence);
            for (int point = 0; point < group.size(); point++) {
                if (changed == null || group.cells[point] == changed) {
                    group.add(batch, point);
                }
            }
            boolean lost = defect == Defect.LOSES_A_SAMPLE && changed != null && changed.value() == LOST_VALUE;
            if (!batch.isEmpty() && !lost) {
                sequence += batch.size();
                if (defect == Defect.TAKES_REFUSED_SAMPLES_FOR_DELIVERED) {
                    var unused = sink.offer(batch);
                } else {
                    sink.onSamples(batch);
                }
            }
        }

        @Override
        public PointGroup group() {
            return group;
        }

        @Override
        public SubscriptionSettings revised() {
            return wanted;
        }

        @Override
        public int statusAt(int point) {
            return group.statusAt(point);
        }

        @Override
        public void close() {
            if (defect != Defect.CALLS_THE_SINK_AFTER_CLOSE) {
                subscriptions.remove(this);
            }
        }
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        Pushed pushed = new Pushed(own(group), wanted, sink);
        subscriptions.add(pushed);
        pushed.push(null);
        return pushed;
    }

    void changed(MemoryDevice.Cell cell) {
        subscriptions.forEach(subscription -> subscription.push(cell));
    }

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        throw new InvalidRequestException("memory cannot be browsed");
    }

    @Override
    public DeviceInfo device() {
        return new DeviceInfo("memory", "1", "RUN", java.util.Map.of());
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed.copy();
    }

    @Override
    public void close() {
        subscriptions.clear();
        if (defect == Defect.CLOSES_WITH_A_CAUSE) {
            closed.completeExceptionally(new ConnectionLostException("as if it were lost"));
        } else {
            closed.complete(null);
        }
    }
}
