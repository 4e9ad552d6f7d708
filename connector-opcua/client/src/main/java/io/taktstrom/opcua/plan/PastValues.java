package io.taktstrom.opcua.plan;

import java.nio.ByteBuffer;
import java.time.Instant;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.address.Resolved;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.opcua.service.ValueSink;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;

/** Values of one point's past as batches. Belongs to one thread. */
public final class PastValues implements ValueSink {

    private static final int CAPACITY = 1024;
    private static final int MIN_ARENA_BYTES = 64 * 1024;

    private final PointGroup group;
    private final int point;
    private final VariableLayout layout;
    private final EpochNanoClock clock;
    private final SampleSink sink;
    private final SampleBatch batch;
    private final Decoding decoding = new Decoding();
    private long sequence;

    private PastValues(PointGroup group, int point, VariableLayout layout, EpochNanoClock clock, SampleSink sink) {
        this.group = group;
        this.point = point;
        this.layout = layout;
        this.clock = clock;
        this.sink = sink;
        this.batch = new SampleBatch(CAPACITY, Math.max(MIN_ARENA_BYTES, layout.arenaBytes()));
        open();
    }

    /**
     * Hands over the values that a point had, oldest first, from one time up to another.
     *
     * @return how many there were
     */
    public static int read(
            Services services,
            PointGroup group,
            ResolvedPoints points,
            int point,
            Instant from,
            Instant to,
            EpochNanoClock clock,
            SampleSink sink)
            throws ConnectorException {
        Resolved resolved = points.at(point);
        if (!resolved.isUsable() || !from.isBefore(to)) {
            throw new InvalidRequestException("read the history of "
                    + points.points().get(point).address() + " at "
                    + services.link().where() + ": "
                    + (from.isBefore(to) ? StatusCode.name(resolved.unreadable()) : from + " is not before " + to));
        }
        PastValues values = new PastValues(group, point, points.layout(point), clock, sink);
        int count = services.history().read(points.node(point), from, to, values);
        values.flush();
        return count;
    }

    private void open() {
        batch.reset(group, clock.epochNanos(), sequence);
    }

    @Override
    public void value(int index, ByteBuffer in, int from, int to) throws MalformedFrameException {
        if (!batch.hasRoom(layout.arenaBytes())) {
            flush();
        }
        decoding.read(in, from, to);
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
