package io.taktstrom.stream.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.RefusingSink;
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
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.FixedGroup;

/** One session with a {@link SimulatedDevice}, and what the device keeps for it. */
final class SimulatedConnection implements PushingConnection {

    private static final int QUEUE = 6;

    private record Change(int point, long value, long time, int status) {}

    private final SimulatedDevice device;
    private final SplittableRandom random;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final List<Pushed> subscriptions = new ArrayList<>();
    /** Of the connection before, not taken over yet. */
    private final List<Pushed> left = new ArrayList<>();

    private boolean cut;
    private boolean over;

    SimulatedConnection(SimulatedDevice device) {
        this.device = device;
        random = device.random();
    }

    /** Whether it is lost or closed: then only the device's part of it may be left. */
    boolean isOver() {
        return over;
    }

    boolean isEmpty() {
        return subscriptions.stream().allMatch(each -> each.queue.isEmpty());
    }

    boolean isSubscribedTo(int variable) {
        return subscriptions.stream().anyMatch(each -> each.pointOf(variable) >= 0);
    }

    void changed(int variable, long value) {
        long now = device.now();
        subscriptions.forEach(each -> each.changed(variable, value, now));
        left.forEach(each -> each.changed(variable, value, now));
    }

    /** The same value again, for those who want each sample. */
    void sampled(int variable, long value) {
        subscriptions.stream()
                .filter(each -> each.settings.trigger() == SubscriptionSettings.Trigger.CYCLIC)
                .forEach(each -> each.changed(variable, value, device.now()));
    }

    void deliver() {
        if (!cut && !over && !subscriptions.isEmpty()) {
            subscriptions.get(random.nextInt(subscriptions.size())).deliver(1 + random.nextInt(QUEUE));
        }
    }

    void deliverAll() {
        if (!cut && !over) {
            List.copyOf(subscriptions).forEach(each -> each.deliver(each.queue.size()));
        }
    }

    /** @param noticed whether the connector does */
    void cut(boolean noticed) {
        cut = true;
        if (noticed && !over) {
            over = true;
            if (random.nextBoolean()) {
                List.copyOf(subscriptions).forEach(Pushed::lose);
            }
            forgetUnlessKept();
            closed.completeExceptionally(new ConnectionLostException("wire cut"));
        }
    }

    private void forgetUnlessKept() {
        if (!device.keepsQueues()) {
            device.drop(this);
        }
    }

    @Override
    public void abandon() {
        device.trace("abandoned");
        if (!over && !cut && random.nextBoolean()) {
            // What had come already.
            List.copyOf(subscriptions).forEach(each -> each.deliver(random.nextInt(QUEUE)));
        }
        over = true;
        forgetUnlessKept();
        closed.complete(null);
    }

    @Override
    public void close() {
        device.trace("closed");
        over = true;
        subscriptions.clear();
        device.drop(this);
        closed.complete(null);
    }

    @Override
    public Connection reconnect(ConnectorProvider provider, Endpoint endpoint, ConnectContext context)
            throws ConnectorException {
        Connection next = PushingConnection.super.reconnect(provider, endpoint, context);
        if (device.knows(this) && next instanceof SimulatedConnection successor && random.nextInt(4) > 0) {
            device.trace("takes over " + subscriptions);
            successor.left.addAll(subscriptions);
            successor.left.addAll(left);
        }
        subscriptions.clear();
        left.clear();
        device.drop(this);
        return next;
    }

    private int status(int variable) {
        return device.isFaulty(variable) ? StatusCode.BAD_DEVICE_FAILURE : StatusCode.GOOD;
    }

    /** A request, on its way and back. */
    private void request() throws ConnectorException {
        device.meanwhile();
        if (cut && !over) {
            throw new RequestTimeoutException("no answer");
        }
        if (over) {
            throw new ConnectionLostException("session is over");
        }
        if (device.behavior() == SimulatedDevice.Behavior.FAILING && random.nextBoolean()) {
            throw new DeviceErrorException("not now", StatusCode.BAD_OUT_OF_SERVICE, 7);
        }
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        request();
        return new FixedGroup(
                points,
                Collections.nCopies(points.size(), device.type()),
                Collections.nCopies(points.size(), StatusCode.GOOD));
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        request();
        long[] values = new long[group.size()];
        long[] times = new long[group.size()];
        int[] statuses = new int[group.size()];
        for (int point = 0; point < values.length; point++) {
            int variable = SimulatedDevice.variableOf(group.points().get(point));
            values[point] = device.read(variable);
            times[point] = device.timeOfRead(variable);
            statuses[point] = status(variable);
        }
        device.trace("read " + Arrays.toString(values));
        request();
        into.reset(group, device.clock().epochNanos(), 0);
        for (int point = 0; point < values.length; point++) {
            into.add(point, times[point], statuses[point], values[point]);
        }
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        request();
        Pushed next = new Pushed(group, wanted, sink);
        for (Pushed former : left) {
            if (former.isLike(next)) {
                left.remove(former);
                next.queue.addAll(former.queue);
                next.begun.or(former.begun);
                break;
            }
        }
        for (int point = 0; point < group.size(); point++) {
            int variable = SimulatedDevice.variableOf(group.points().get(point));
            device.bridge(variable, next.begun.get(point));
            if (!next.hasWaiting(point)) {
                next.changed(variable, device.value(variable), device.timeOf(variable));
            }
        }
        subscriptions.add(next);
        device.trace("subscribed " + next);
        return next;
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        throw new InvalidRequestException("cannot write");
    }

    @Override
    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        throw new InvalidRequestException("cannot browse");
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        request();
        return new DeviceInfo("simulated", "1", "RUN", Map.of());
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed;
    }

    private final class Pushed implements Subscription {

        private final PointGroup group;
        private final SubscriptionSettings settings;
        private final SampleSink sink;
        private final Deque<Change> queue = new ArrayDeque<>();
        /** Points of which a value was taken. */
        private final BitSet begun = new BitSet();

        Pushed(PointGroup group, SubscriptionSettings settings, SampleSink sink) {
            this.group = group;
            this.settings = settings;
            this.sink = sink;
        }

        boolean isLike(Pushed other) {
            return group.points().equals(other.group.points()) && settings.equals(other.settings);
        }

        boolean hasWaiting(int point) {
            return queue.stream().anyMatch(each -> each.point == point);
        }

        int pointOf(int variable) {
            for (int point = 0; point < group.size(); point++) {
                if (SimulatedDevice.variableOf(group.points().get(point)) == variable) {
                    return point;
                }
            }
            return -1;
        }

        void changed(int variable, long value, long time) {
            int point = pointOf(variable);
            if (point < 0) {
                return;
            }
            queue.add(new Change(point, value, time, status(variable)));
            if (queue.stream().filter(each -> each.point == point).count() > QUEUE) {
                dropOldest(point);
            }
        }

        /** The next one of the point says so. */
        private void dropOldest(int point) {
            List<Change> all = new ArrayList<>(queue);
            boolean dropped = false;
            for (int i = 0; i < all.size(); i++) {
                Change each = all.get(i);
                if (each.point == point && !dropped) {
                    all.remove(i--);
                    dropped = true;
                } else if (each.point == point) {
                    all.set(i, new Change(point, each.value, each.time, StatusCode.withOverflow(each.status)));
                    break;
                }
            }
            queue.clear();
            queue.addAll(all);
        }

        void deliver(int most) {
            SampleBatch batch = new SampleBatch(Math.max(1, most), 0);
            batch.reset(group, device.clock().epochNanos(), 0);
            for (Change each : queue) {
                if (batch.size() == most) {
                    break;
                }
                long time = StatusCode.isBad(each.status) ? SampleBatch.NO_TIME : each.time;
                batch.add(each.point, time, each.status, each.value);
            }
            int size = batch.size();
            if (size == 0) {
                return;
            }
            boolean taken = true;
            if (device.keepsQueues() && sink instanceof RefusingSink refusing) {
                taken = refusing.offer(batch);
                if (!taken) {
                    device.trace("refused: " + this);
                }
            } else {
                sink.onSamples(batch);
            }
            for (int i = 0; taken && i < size; i++) {
                Change told = queue.remove();
                if (!StatusCode.isBad(told.status)) {
                    begun.set(told.point);
                }
            }
        }

        void lose() {
            SampleBatch batch = group.newBatch();
            batch.reset(group, device.clock().epochNanos(), 0);
            for (int point = 0; point < group.size(); point++) {
                batch.addBad(point, SampleBatch.NO_TIME, StatusCode.BAD_NO_COMMUNICATION);
            }
            sink.onSamples(batch);
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
            device.trace("unsubscribed " + this);
            subscriptions.remove(this);
        }

        @Override
        public String toString() {
            return group.points().stream().map(DataPoint::address).toList() + " " + settings.trigger() + " " + queue;
        }
    }
}
