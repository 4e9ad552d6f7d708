package io.taktstrom.opcua;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.stack.MonitoredItems;
import io.taktstrom.opcua.stack.NodeRef;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/**
 * Turns notifications into batches for one sink. The stack's thread puts what arrives into a bounded inbox; the
 * connection's own thread takes it out, decodes it without making objects, and calls the sink.
 *
 * <pre>
 *   stack --dataChange--> inbox --deliverNext--> batch --> sink
 *                           | full: the oldest goes; the next sample of each of its points is marked Overflow
 * </pre>
 */
final class UaSubscription implements Subscription, MonitoredItems.Listener {

    private static final int LEAST_CAPACITY = 256;
    private static final int LEAST_ARENA_BYTES = 64 * 1024;

    private static final int MOST_MESSAGES = 4096;
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    /** How long to wait for a sink that is being called when its subscription ends. */
    private static final long LONGEST_WAIT_SECONDS = 5;

    private static final System.Logger LOG = System.getLogger(UaSubscription.class.getName());

    /** What waits to be delivered. */
    private sealed interface Arrival {}

    /** A DataChangeNotification. */
    private static final class Change implements Arrival {
        final byte[] body;

        Change(byte[] body) {
            this.body = body;
        }
    }

    /** Messages are lost: the values may be others by now. */
    private record Gap() implements Arrival {}

    /** The points that the server does not push. */
    private record Refused() implements Arrival {}

    /** The server has ended the subscription. */
    private record Ended(int status) implements Arrival {}

    /** The connection is lost. */
    private record Lost() implements Arrival {}

    private final UaConnection connection;
    private final UaGroup group;
    private final SampleSink sink;
    private final MonitoredItems.Sampling sampling;
    private final double publishingMillis;
    private final SampleBatch batch;
    private final Decoding decoding = new Decoding();
    private final int[] statuses;

    // Under the lock of the inbox.
    private final ReentrantLock inboxLock = new ReentrantLock();
    private final Deque<Arrival> inbox = new ArrayDeque<>();
    private final BitSet dropped = new BitSet();
    private final Decoding droppedDecoding = new Decoding();
    private long inboxBytes;
    private int changes;

    // Of the thread that delivers.
    private final BitSet missed;
    private long sequence;

    private final ReentrantLock calling = new ReentrantLock();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean lost = new AtomicBoolean();
    private volatile SubscriptionSettings revised;
    private volatile long id;

    UaSubscription(
            UaConnection connection,
            UaGroup group,
            SubscriptionSettings wanted,
            MonitoredItems.Sampling sampling,
            double publishingMillis,
            SampleSink sink) {
        this.connection = connection;
        this.group = group;
        this.sink = sink;
        this.sampling = sampling;
        this.publishingMillis = publishingMillis;
        this.revised = wanted;
        this.missed = new BitSet(group.size());
        this.statuses = new int[group.size()];
        Arrays.setAll(statuses, point -> group.resolved(point).status());
        this.batch = new SampleBatch(
                Math.max(LEAST_CAPACITY, group.size()), Math.max(LEAST_ARENA_BYTES, group.arenaBytes()));
    }

    /** Has the server push; blocks for a few round trips. */
    void establish() throws ConnectorException {
        MonitoredItems items = connection.link().monitoredItems();
        MonitoredItems.Terms terms = items.subscribe(publishingMillis, this);
        id = terms.id();
        int[] handles = group.usable();
        List<NodeRef> nodes = new ArrayList<>();
        for (int point : handles) {
            nodes.add(group.node(point));
        }
        double slowest = 0;
        List<MonitoredItems.Item> created = items.create(id, nodes, handles, sampling);
        synchronized (statuses) {
            for (int i = 0; i < handles.length; i++) {
                MonitoredItems.Item item = created.get(i);
                statuses[handles[i]] = StatusCode.isBad(item.status()) ? item.status() : StatusCode.GOOD;
                slowest = Math.max(slowest, StatusCode.isBad(item.status()) ? 0 : item.samplingMillis());
            }
        }
        revised = new SubscriptionSettings(
                SubscriptionSettings.Trigger.ON_CHANGE, millis(slowest), millis(terms.publishingMillis()));
        arrived(new Refused());
    }

    private static Duration millis(double millis) {
        return Duration.ofNanos(Math.max(0, (long) (millis * 1e6)));
    }

    // ---- what the stack says

    @Override
    public void dataChange(byte[] body) {
        arrived(new Change(body));
    }

    @Override
    public void duplicate() {
        connection.tell("the server at " + connection.link().where() + " sent a message twice; it was dropped");
    }

    @Override
    public void lost() {
        connection.tell("messages of the server at " + connection.link().where()
                + " are lost; all values are read anew and marked Overflow");
        arrived(new Gap());
    }

    @Override
    public void ended(int status) {
        arrived(new Ended(status));
    }

    /** The connection is lost. */
    void connectionLost() {
        if (lost.compareAndSet(false, true)) {
            arrived(new Lost());
        }
    }

    private void arrived(Arrival arrival) {
        inboxLock.lock();
        try {
            inbox.add(arrival);
            if (arrival instanceof Change change) {
                changes++;
                inboxBytes += change.body.length;
                dropOldest();
            }
        } finally {
            inboxLock.unlock();
        }
        connection.deliveries().schedule(this);
    }

    /** What the sink is too slow for. The newest message always stays, and so does whatever is no message. */
    private void dropOldest() {
        Iterator<Arrival> oldest = inbox.iterator();
        while (changes > 1 && (changes > MOST_MESSAGES || inboxBytes > MOST_BYTES)) {
            if (oldest.next() instanceof Change change) {
                oldest.remove();
                forget(change);
                markDropped(change.body);
            }
        }
    }

    private void forget(Change change) {
        changes--;
        inboxBytes -= change.body.length;
    }

    private void markDropped(byte[] body) {
        try {
            WireReader in = droppedDecoding.in().reset(little(body), 0, body.length);
            for (int items = in.i32(); items > 0; items--) {
                int handle = in.i32();
                droppedDecoding.next();
                if (handle >= 0 && handle < group.size()) {
                    dropped.set(handle);
                }
            }
        } catch (MalformedFrameException e) {
            dropped.set(0, group.size());
        }
    }

    private static ByteBuffer little(byte[] body) {
        return ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    }

    // ---- delivering, on the connection's thread

    /** Delivers one thing that has arrived, if there is one. */
    void deliverNext() {
        Arrival next;
        inboxLock.lock();
        try {
            next = inbox.poll();
            missed.or(dropped);
            dropped.clear();
            if (next instanceof Change change) {
                forget(change);
            }
        } finally {
            inboxLock.unlock();
        }
        if (next == null || closed.get()) {
            return;
        }
        try {
            deliver(next);
        } catch (MalformedFrameException e) {
            connection.link().fail(e);
        } catch (ConnectorException e) {
            connection.tell(
                    "subscription at " + connection.link().where() + ": " + e.getMessage() + "; its points stay Bad");
            deliverBad(e.status());
        }
    }

    private void deliver(Arrival next) throws ConnectorException {
        if (next instanceof Change change) {
            deliverChange(change.body);
        } else if (next instanceof Refused) {
            deliverRefused();
        } else if (next instanceof Gap) {
            missed.set(0, group.size());
            deliverAll();
        } else if (next instanceof Ended ended) {
            connection.tell("the server at " + connection.link().where() + " has ended a subscription ("
                    + StatusCode.name(ended.status()) + "); it is made anew");
            missed.set(0, group.size());
            establish();
        } else {
            deliverBad(StatusCode.BAD_NO_COMMUNICATION);
        }
    }

    private void deliverChange(byte[] body) throws MalformedFrameException {
        WireReader in = decoding.in().reset(little(body), 0, body.length);
        open();
        for (int items = in.count(5); items > 0; items--) {
            int point = in.i32();
            decoding.next();
            if (point < 0 || point >= group.size() || !group.resolved(point).isUsable()) {
                throw new MalformedFrameException(
                        "a notification for item " + point + ", which we did not ask for", in.position());
            }
            VariableLayout layout = group.layout(point);
            if (!batch.hasRoom(layout.arenaBytes())) {
                handOver();
                open();
            }
            layout.add(batch, point, overflow(point), decoding);
        }
        handOver();
    }

    private int overflow(int point) {
        if (!missed.get(point)) {
            return StatusCode.GOOD;
        }
        missed.clear(point);
        return StatusCode.withOverflow(StatusCode.GOOD);
    }

    private void deliverRefused() {
        open();
        for (int point = 0; point < group.size(); point++) {
            int status = statusAt(point);
            if (StatusCode.isBad(status)) {
                batch.addBad(point, SampleBatch.NO_TIME, status);
            }
        }
        handOver();
    }

    /** Values after a gap: what was lost may have been the last change. */
    private void deliverAll() throws ConnectorException {
        SampleBatch read = group.newBatch();
        connection.read(group, read);
        open();
        for (int i = 0; i < read.size(); i++) {
            read.setStatusAt(i, read.statusAt(i) | overflow(read.pointAt(i)));
            batch.addFrom(read, i, group.typeAt(read.pointAt(i)));
        }
        handOver();
    }

    private void deliverBad(int status) {
        open();
        for (int point = 0; point < group.size(); point++) {
            batch.addBad(point, SampleBatch.NO_TIME, status);
        }
        handOver();
    }

    private void open() {
        batch.reset(group, connection.clock().epochNanos(), sequence);
    }

    private void handOver() {
        if (batch.isEmpty()) {
            return;
        }
        sequence += batch.size();
        calling.lock();
        try {
            if (!closed.get()) {
                sink.onSamples(batch);
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a sink failed on samples of " + connection, e);
            connection.tell("a sink failed on samples of " + connection + ", which goes on: " + e);
        } finally {
            calling.unlock();
        }
    }

    // ---- life

    @Override
    public PointGroup group() {
        return group;
    }

    @Override
    public SubscriptionSettings revised() {
        return revised;
    }

    @Override
    public int statusAt(int point) {
        synchronized (statuses) {
            return closed.get() ? StatusCode.BAD_CONNECTION_CLOSED : statuses[point];
        }
    }

    /** Keeps the sink from being called from now on, and waits for a call that it is in, though not for ever. */
    boolean silence() {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        try {
            if (calling.tryLock(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                calling.unlock();
            } else {
                connection.tell(
                        "a sink does not return from samples of " + connection + "; its subscription ends anyway");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    @Override
    public void close() {
        if (silence()) {
            connection.ended(this);
        }
    }

    /** Tells the server, as far as it still answers. */
    void delete() {
        try {
            connection.link().monitoredItems().delete(id);
        } catch (ConnectorException e) {
            connection.tell("end a subscription at " + connection.link().where() + ": " + e.getMessage());
        }
    }
}
