package io.taktstrom.opcua;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.StringType;
import io.taktstrom.opcua.protocol.UaTime;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.stack.EventSelection;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.EventText;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Makes batches of what has arrived for a subscription, and calls its sink. Hot: decodes without making objects. Belongs
 * to the connection's thread that delivers, but for {@link #silence}.
 */
final class Handover {

    private static final int LEAST_CAPACITY = 256;
    private static final int LEAST_ARENA_BYTES = 64 * 1024;

    /** How long after a gap messages may still come that were on their way. */
    private static final long LATEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** How long to wait for a sink that is being called when its subscription ends. */
    private static final long LONGEST_WAIT_SECONDS = 5;

    private static final System.Logger LOG = System.getLogger(Handover.class.getName());

    private final UaConnection connection;
    private final UaGroup group;
    private final SampleSink sink;
    private final SampleBatch batch;
    private final Decoding decoding = new Decoding();
    private final EventText eventText = new EventText();
    private final BitSet missed;

    /** Source times of values that were read after a gap, NO_TIME for none: what is older comes too late. */
    private final long[] readAnew;

    private long readAnewAt;
    private long sequence;

    /** Values from before the server sends what it has kept; null unless that is awaited. */
    private @Nullable SampleBatch before;

    /** Points of which nothing has come since. */
    private final BitSet silent;

    private final ReentrantLock calling = new ReentrantLock();
    private volatile boolean silenced;

    Handover(UaConnection connection, UaGroup group, SampleSink sink) {
        this.connection = connection;
        this.group = group;
        this.sink = sink;
        this.missed = new BitSet(group.size());
        this.silent = new BitSet(group.size());
        this.readAnew = new long[group.size()];
        Arrays.fill(readAnew, SampleBatch.NO_TIME);
        this.batch = new SampleBatch(
                Math.max(LEAST_CAPACITY, group.size()), Math.max(LEAST_ARENA_BYTES, group.arenaBytes()));
    }

    /** The points of which samples have been lost since their last one. */
    BitSet missed() {
        return missed;
    }

    /** Samples of all points are lost. */
    void missAll() {
        missed.set(0, group.size());
    }

    /** Values that the server has sent. */
    void change(Inbox.Change change) throws MalformedFrameException {
        WireReader in = change.read(decoding);
        open();
        for (int items = in.count(5); items > 0; items--) {
            int point = in.i32();
            decoding.next();
            if (point < 0 || point >= group.size() || !group.resolved(point).isUsable()) {
                throw new MalformedFrameException(
                        "a notification for item " + point + ", which we did not ask for", in.position());
            }
            silent.clear(point);
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

    /** Events that the server has sent. */
    void events(Inbox.Change change) throws MalformedFrameException {
        WireReader in = change.read(decoding);
        open();
        for (int events = in.count(8); events > 0; events--) {
            int point = in.i32();
            EventSelection selection = point < 0 || point >= group.size()
                    ? null
                    : group.resolved(point).events();
            if (selection == null) {
                throw new MalformedFrameException(
                        "an event for item " + point + ", which we did not ask for", in.position());
            }
            String text = eventText.read(selection.names(), in);
            if (!batch.hasRoom(group.layout(point).arenaBytes())) {
                handOver();
                open();
            }
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (group.typeAt(point) instanceof StringType type && bytes > type.length()) {
                batch.addBad(point, eventText.time(), StatusCode.BAD_ENCODING_LIMITS_EXCEEDED | overflow(point));
            } else {
                batch.addText(point, eventText.time(), overflow(point), text);
            }
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

    /** The points that have no values, with the reasons. */
    void refused(IntUnaryOperator statusAt) {
        open();
        for (int point = 0; point < group.size(); point++) {
            int status = statusAt.applyAsInt(point);
            if (StatusCode.isBad(status)) {
                batch.addBad(point, SampleBatch.NO_TIME, status);
            }
        }
        handOver();
    }

    /** Values after a gap: what was lost may have been the last change. */
    void afterGap() throws ConnectorException {
        missAll();
        addRead(read(), false);
        expectNothing();
    }

    /** Reads all values before the server is asked to send what it has kept of them. */
    void expectKept(BitSet missedBefore) throws ConnectorException {
        missed.or(missedBefore);
        silent.set(0, group.size());
        before = read();
    }

    /** Nothing has been kept after all. */
    void expectNothing() {
        before = null;
        silent.clear();
    }

    /** What the server had kept has come. A point of which it had nothing is as it was when it was read. */
    void caughtUp() {
        SampleBatch read = before;
        if (read != null) {
            addRead(read, true);
            expectNothing();
        }
    }

    private SampleBatch read() throws ConnectorException {
        SampleBatch read = group.newBatch();
        connection.read(group, read);
        return read;
    }

    private void addRead(SampleBatch read, boolean silentOnly) {
        open();
        readAnewAt = System.nanoTime();
        for (int i = 0; i < read.size(); i++) {
            int point = read.pointAt(i);
            boolean isEvent = group.resolved(point).events() != null;
            if (!isEvent && (!silentOnly || silent.get(point))) {
                readAnew[point] = read.sourceTimeAt(i);
                read.setStatusAt(i, read.statusAt(i) | overflow(point));
                batch.addFrom(read, i, group.typeAt(point));
            }
        }
        handOver();
    }

    /** Every point has this status. */
    void bad(int status) {
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
            if (!silenced) {
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

    boolean isSilenced() {
        return silenced;
    }

    /** Keeps the sink from being called from now on, and waits for a call that it is in, though not for ever. */
    void silence() {
        silenced = true;
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
    }
}
