package io.taktstrom.opcua;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.protocol.UaTime;
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

    /** How long after a gap messages may still come that were on their way. */
    private static final long LATEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** How long to wait for a sink that is being called when its subscription ends. */
    private static final long LONGEST_WAIT_SECONDS = 5;

    private static final System.Logger LOG = System.getLogger(UaSubscription.class.getName());

    private final UaConnection connection;
    private final UaGroup group;
    private final SampleSink sink;
    private final MonitoredItems.Sampling sampling;
    private final double publishingMillis;
    private final SampleBatch batch;
    private final Decoding decoding = new Decoding();
    private final int[] statuses;

    private final Inbox inbox;

    // Of the thread that delivers.
    private final BitSet missed;

    /** Source times of values that were read after a gap, NO_TIME for none: what is older comes too late. */
    private final long[] readAnew;

    private long readAnewAt;
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
        this.inbox = new Inbox(group.size());
        this.missed = new BitSet(group.size());
        this.readAnew = new long[group.size()];
        Arrays.fill(readAnew, SampleBatch.NO_TIME);
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
        arrived(new Inbox.Refused());
    }

    private static Duration millis(double millis) {
        return Duration.ofNanos(Math.max(0, (long) (millis * 1e6)));
    }

    // ---- what the stack says

    @Override
    public void dataChange(byte[] body) {
        arrived(new Inbox.Change(body));
    }

    @Override
    public void duplicate() {
        connection.tell("the server at " + connection.link().where() + " sent a message twice; it was dropped");
    }

    @Override
    public void lost() {
        connection.tell("messages of the server at " + connection.link().where()
                + " are lost; all values are read anew and marked Overflow");
        arrived(new Inbox.Gap());
    }

    @Override
    public void ended(int status) {
        arrived(new Inbox.Ended(status));
    }

    /** The connection is lost. */
    void connectionLost() {
        if (lost.compareAndSet(false, true)) {
            arrived(new Inbox.Lost());
        }
    }

    private void arrived(Inbox.Arrival arrival) {
        inbox.add(arrival);
        connection.deliveries().schedule(this);
    }

    // ---- delivering, on the connection's thread

    /** Delivers one thing that has arrived, if there is one. */
    void deliverNext() {
        Inbox.Arrival next = inbox.poll(missed);
        if (next == null || closed.get()) {
            return;
        }
        try {
            deliver(next);
        } catch (MalformedFrameException e) {
            connection
                    .link()
                    .fail(new MalformedFrameException(
                            "a notification of " + connection.link().where(), e));
        } catch (ConnectorException e) {
            connection.tell(
                    "subscription at " + connection.link().where() + ": " + e.getMessage() + "; its points stay Bad");
            deliverBad(e.status());
        }
    }

    private void deliver(Inbox.Arrival next) throws ConnectorException {
        if (next instanceof Inbox.Change change) {
            deliverChange(change);
        } else if (next instanceof Inbox.Refused) {
            deliverRefused();
        } else if (next instanceof Inbox.Gap) {
            missed.set(0, group.size());
            deliverAll();
        } else if (next instanceof Inbox.Ended ended) {
            connection.tell("the server at " + connection.link().where() + " has ended a subscription ("
                    + StatusCode.name(ended.status()) + "); it is made anew");
            missed.set(0, group.size());
            establish();
        } else {
            deliverBad(StatusCode.BAD_NO_COMMUNICATION);
        }
    }

    private void deliverChange(Inbox.Change change) throws MalformedFrameException {
        WireReader in = change.read(decoding);
        open();
        for (int items = in.count(5); items > 0; items--) {
            int point = in.i32();
            decoding.next();
            if (point < 0 || point >= group.size() || !group.resolved(point).isUsable()) {
                throw new MalformedFrameException(
                        "a notification for item " + point + ", which we did not ask for", in.position());
            }
            if (comesTooLate(point)) {
                continue;
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

    /**
     * Whether a value is older than the one that was read after a gap, so that it would take the sink back in time. The
     * mark Overflow on the one that was read stands for it. Not for ever: clocks can be put back.
     */
    private boolean comesTooLate(int point) {
        long read = readAnew[point];
        if (read == SampleBatch.NO_TIME) {
            return false;
        }
        long time = UaTime.toEpochNanos(decoding.frame().sourceTicks(), SampleBatch.NO_TIME);
        boolean late = time != SampleBatch.NO_TIME && time <= read && System.nanoTime() - readAnewAt < LATEST_NANOS;
        if (!late) {
            readAnew[point] = SampleBatch.NO_TIME;
        }
        return late;
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
        readAnewAt = System.nanoTime();
        for (int i = 0; i < read.size(); i++) {
            readAnew[read.pointAt(i)] = read.sourceTimeAt(i);
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
            connection.tell("a sink failed on samples of " + connection
                    + ", which goes on; the log says how, correct the sink");
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
