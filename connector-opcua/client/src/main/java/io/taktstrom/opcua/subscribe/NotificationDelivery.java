package io.taktstrom.opcua.subscribe;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.SinkGate;
import io.taktstrom.model.StringType;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.protocol.UaTime;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.service.EventSelection;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.EventText;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Makes batches of what has arrived for a subscription, and calls its sink. Hot: decodes without making objects. Belongs
 * to the connection's thread that delivers, but for {@link #silence}.
 *
 * <p>Each method that delivers says whether the sink has taken all of it. Once it has not, nothing more is delivered.
 */
final class NotificationDelivery {

    private static final int MIN_CAPACITY = 256;
    private static final int MIN_ARENA_BYTES = 64 * 1024;

    /** How long after a gap messages may still come that were on their way. */
    private static final long LATEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final GuardedConnection<?> connection;
    private final SubscriptionHost host;
    private final PointGroup group;
    private final ResolvedPoints points;
    private final SinkGate gate;
    private final SampleBatch batch;
    private final Decoding decoding = new Decoding();
    private final EventText eventText = new EventText();

    private PendingMarks marks;

    /** Values from before the server sends what it has kept; null unless that is awaited. */
    private @Nullable SampleBatch before;

    /** Points of which nothing has come since. */
    private final BitSet silent;

    NotificationDelivery(
            GuardedConnection<?> connection,
            SubscriptionHost host,
            PointGroup group,
            ResolvedPoints points,
            SampleSink sink,
            PendingMarks marks) {
        this.connection = connection;
        this.host = host;
        this.group = group;
        this.points = points;
        this.gate = new SinkGate(sink, group.size(), host.bridges(), host, connection::notice);
        this.marks = marks;
        gate.goOn(marks.missed);
        this.silent = new BitSet(group.size());
        this.batch =
                new SampleBatch(Math.max(MIN_CAPACITY, group.size()), Math.max(MIN_ARENA_BYTES, points.arenaBytes()));
    }

    /** Goes on where a lost connection ended; before anything is delivered. */
    void goOn(PendingMarks left) {
        marks = left;
        gate.goOn(left.missed);
    }

    /** Samples of all points are lost. */
    void missAll() {
        gate.allLost(group.size());
    }

    /** Values, or events, that the server has sent. */
    boolean change(Backlog.Change change) throws MalformedFrameException {
        return change.content.isEvents() ? events(change) : values(change);
    }

    private boolean values(Backlog.Change change) throws MalformedFrameException {
        WireReader in = change.content.walk(decoding.in());
        open();
        int items = change.content.count();
        for (int item = 0; item < items; item++) {
            int point = in.i32();
            decoding.next();
            if (point < 0 || point >= group.size() || !points.at(point).isUsable()) {
                throw new MalformedFrameException(
                        "a notification for item " + point + ", which we did not ask for", in.position());
            }
            if (item < change.taken) {
                continue;
            }
            silent.clear(point);
            if (comesTooLate(point)) {
                continue;
            }
            if (marks.reRead[point] != SampleBatch.NO_TIME && !isCurrent(point, change, item)) {
                return false;
            }
            VariableLayout layout = points.layout(point);
            if (!makeRoom(layout.arenaBytes(), change, item)) {
                return false;
            }
            layout.add(batch, point, gate.marked(point, StatusCode.GOOD), decoding);
        }
        return gate.handOver(batch);
    }

    /** False when the sink does not take what is there already. */
    private boolean makeRoom(int arenaBytes, Backlog.Change change, int item) {
        if (!batch.hasRoom(arenaBytes)) {
            if (!gate.handOver(batch)) {
                return false;
            }
            change.taken = item;
            open();
        }
        return true;
    }

    private boolean events(Backlog.Change change) throws MalformedFrameException {
        WireReader in = change.content.walk(decoding.in());
        open();
        int events = change.content.count();
        for (int event = 0; event < events; event++) {
            int point = in.i32();
            EventSelection selection =
                    point < 0 || point >= group.size() ? null : points.at(point).events();
            if (selection == null) {
                throw new MalformedFrameException(
                        "an event for item " + point + ", which we did not ask for", in.position());
            }
            String text = eventText.read(selection.names(), in);
            if (event < change.taken) {
                continue;
            }
            if (!makeRoom(points.layout(point).arenaBytes(), change, event)) {
                return false;
            }
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (group.typeAt(point) instanceof StringType type && bytes > type.length()) {
                batch.addBad(
                        point,
                        eventText.time(),
                        StatusCode.BAD_ENCODING_LIMITS_EXCEEDED | gate.marked(point, StatusCode.GOOD));
            } else {
                batch.addText(point, eventText.time(), gate.marked(point, StatusCode.GOOD), text);
            }
        }
        return gate.handOver(batch);
    }

    /**
     * Whether a value is older than the one that was read after a gap, so that it would take the sink back in time. The
     * mark Overflow on the one that was read stands for it. Not for ever: clocks can be put back.
     */
    private boolean comesTooLate(int point) {
        long read = marks.reRead[point];
        if (read == SampleBatch.NO_TIME) {
            return false;
        }
        long time = UaTime.toEpochNanos(decoding.frame().sourceTicks(), SampleBatch.NO_TIME);
        return time != SampleBatch.NO_TIME && time <= read && System.nanoTime() - marks.reReadAt < LATEST_NANOS;
    }

    /**
     * With this value the point has caught up with the one that was read. Those before it are done with first: were they to be
     * delivered again, nothing would say any more that they come too late.
     */
    private boolean isCurrent(int point, Backlog.Change change, int item) {
        if (!gate.handOver(batch)) {
            return false;
        }
        open();
        change.taken = item;
        marks.reRead[point] = SampleBatch.NO_TIME;
        return true;
    }

    /** The points that have no values, with the reasons. */
    boolean bad(IntUnaryOperator statusAt) {
        open();
        for (int point = 0; point < group.size(); point++) {
            int status = statusAt.applyAsInt(point);
            if (StatusCode.isBad(status)) {
                batch.addBad(point, SampleBatch.NO_TIME, status);
            }
        }
        return gate.handOver(batch);
    }

    /** Values after a gap: what was lost may have been the last change. */
    boolean afterGap() throws ConnectorException {
        missAll();
        boolean taken = addRead(read(), false);
        expectNothing();
        return taken;
    }

    /** Reads all values before the server is asked to send what it has kept of them. */
    void expectKept() throws ConnectorException {
        silent.set(0, group.size());
        before = read();
    }

    /** Nothing has been kept after all. */
    void expectNothing() {
        before = null;
        silent.clear();
    }

    /** What the server had kept has come. A point of which it had nothing is as it was when it was read. */
    boolean caughtUp() {
        SampleBatch read = before;
        boolean taken = read == null || addRead(read, true);
        expectNothing();
        return taken;
    }

    private SampleBatch read() throws ConnectorException {
        SampleBatch read = group.newBatch();
        host.read(group, read);
        return read;
    }

    private boolean addRead(SampleBatch read, boolean silentOnly) {
        open();
        marks.reReadAt = System.nanoTime();
        for (int i = 0; i < read.size(); i++) {
            int point = read.pointAt(i);
            boolean isEvent = points.at(point).events() != null;
            if (!isEvent && (!silentOnly || silent.get(point))) {
                marks.reRead[point] = read.sourceTimeAt(i);
                read.setStatusAt(i, read.statusAt(i) | gate.marked(point, StatusCode.GOOD));
                batch.addFrom(read, i, group.typeAt(point));
            }
        }
        return gate.handOver(batch);
    }

    private void open() {
        batch.reset(group, connection.clock().epochNanos(), gate.sequence());
    }

    /** Whether nothing is delivered any more: it was silenced, or the sink has refused. */
    boolean isOver() {
        return gate.isOver();
    }

    /** Keeps the sink from being called from now on, and waits for a call that it is in, though not for ever. */
    void silence() {
        gate.silence();
    }
}
