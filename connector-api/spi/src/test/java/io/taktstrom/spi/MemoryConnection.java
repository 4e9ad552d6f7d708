package io.taktstrom.spi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.ScalarType;

/** A device in memory: variables by address, with a status each. Pushes when the test says so. One thread. */
final class MemoryConnection implements Connection {

    private record Cell(DataType type, Object value, int status) {}

    private final Map<String, Cell> cells = new HashMap<>();
    private final List<Runnable> pushes = new ArrayList<>();
    private final List<String> writes = new ArrayList<>();
    int openGroups;

    void set(String address, DataType type, Object value) {
        set(address, type, value, StatusCode.GOOD);
    }

    void set(String address, DataType type, Object value, int status) {
        cells.put(address, new Cell(type, value, status));
    }

    Object get(String address) {
        return cell(address).value();
    }

    /** Addresses in the order in which they were written. */
    List<String> writes() {
        return writes;
    }

    private Cell cell(String address) {
        return cells.getOrDefault(address, new Cell(ScalarType.DWORD, 0L, StatusCode.BAD_NODE_ID_UNKNOWN));
    }

    private final class Group implements PointGroup {
        private final List<DataPoint> points;

        Group(List<DataPoint> points) {
            this.points = List.copyOf(points);
            openGroups++;
        }

        @Override
        public List<DataPoint> points() {
            return points;
        }

        @Override
        public DataType typeAt(int point) {
            return cell(points.get(point).address()).type();
        }

        @Override
        public int statusAt(int point) {
            boolean known = cells.containsKey(points.get(point).address());
            return known ? StatusCode.GOOD : StatusCode.BAD_NODE_ID_UNKNOWN;
        }

        @Override
        public void close() {
            openGroups--;
        }
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) {
        return new Group(points);
    }

    @Override
    public void read(PointGroup group, SampleBatch into) {
        into.reset(group, 1, 0);
        for (int point = 0; point < group.size(); point++) {
            add(into, point);
        }
    }

    private void add(SampleBatch into, int point) {
        Cell cell = cell(into.group().points().get(point).address());
        if (StatusCode.isBad(cell.status())) {
            into.addBad(point, SampleBatch.NO_TIME, cell.status());
        } else {
            Values.put(into, point, cell.value());
            into.setStatusAt(into.size() - 1, cell.status());
        }
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) {
        for (int i = 0; i < values.size(); i++) {
            DataPoint point = group.points().get(values.pointAt(i));
            Cell cell = cell(point.address());
            statusOut[i] = point.writable() ? cell.status() : StatusCode.BAD_NOT_WRITABLE;
            if (StatusCode.isGood(statusOut[i])) {
                set(point.address(), cell.type(), Values.get(values, i));
                writes.add(point.address());
            }
        }
    }

    /** Pushes these points to all subscriptions, in one batch each. */
    void push(int... points) {
        pushed = points;
        pushes.forEach(Runnable::run);
    }

    private int[] pushed = {};

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink) {
        Runnable push = () -> {
            SampleBatch batch = new SampleBatch(10, 1000);
            batch.reset(group, 1, 0);
            for (int point : pushed) {
                add(batch, point);
            }
            sink.onSamples(batch);
        };
        pushes.add(push);
        return new Subscription() {
            @Override
            public PointGroup group() {
                return group;
            }

            @Override
            public SubscriptionSettings revised() {
                return SubscriptionSettings.onChange(Duration.ZERO);
            }

            @Override
            public int statusAt(int point) {
                return group.statusAt(point);
            }

            @Override
            public void close() {
                pushes.remove(push);
            }
        };
    }

    @Override
    public DeviceInfo device() {
        return new DeviceInfo("memory", "1", "RUN", Map.of());
    }

    @Override
    public CompletionStage<Void> closed() {
        return new CompletableFuture<>();
    }

    @Override
    public void close() {}
}
