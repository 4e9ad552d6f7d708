package io.taktstrom.opcua;

import java.nio.ByteBuffer;
import java.time.Instant;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.stack.Attributes;
import io.taktstrom.opcua.stack.UaLink;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;

/** Values of one point's past as batches. Belongs to one thread. */
final class PastValues implements Attributes.ValueSink {

    private static final int CAPACITY = 1024;
    private static final int LEAST_ARENA_BYTES = 64 * 1024;

    private final UaGroup group;
    private final int point;
    private final VariableLayout layout;
    private final EpochNanoClock clock;
    private final SampleSink sink;
    private final SampleBatch batch;
    private final Decoding decoding = new Decoding();
    private long sequence;

    private PastValues(UaGroup group, int point, EpochNanoClock clock, SampleSink sink) {
        this.group = group;
        this.point = point;
        this.layout = group.layout(point);
        this.clock = clock;
        this.sink = sink;
        this.batch = new SampleBatch(CAPACITY, Math.max(LEAST_ARENA_BYTES, layout.arenaBytes()));
        open();
    }

    /** As {@link OpcUaConnection#history}. */
    static int read(
            UaLink link, UaGroup group, int point, Instant from, Instant to, EpochNanoClock clock, SampleSink sink)
            throws ConnectorException {
        if (!group.resolved(point).isUsable() || !from.isBefore(to)) {
            throw new InvalidRequestException("read the history of "
                    + group.points().get(point).address() + " at " + link.where() + ": "
                    + (from.isBefore(to)
                            ? StatusCode.name(group.resolved(point).unreadable())
                            : from + " is not before " + to));
        }
        PastValues values = new PastValues(group, point, clock, sink);
        int count = link.history().read(group.node(point), from, to, values);
        values.flush();
        return count;
    }

    private void open() {
        batch.reset(group, clock.epochNanos(), sequence);
    }

    @Override
    public void value(int index, ByteBuffer dataValue) throws MalformedFrameException {
        if (!batch.hasRoom(layout.arenaBytes())) {
            flush();
        }
        decoding.in().reset(dataValue, dataValue.position(), dataValue.limit());
        decoding.next();
        layout.add(batch, point, 0, decoding);
    }

    /** Hands over what has gathered. */
    private void flush() {
        if (!batch.isEmpty()) {
            sequence += batch.size();
            sink.onSamples(batch);
            open();
        }
    }
}
