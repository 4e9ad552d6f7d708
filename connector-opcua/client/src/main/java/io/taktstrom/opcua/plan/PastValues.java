package io.taktstrom.opcua.plan;

import java.time.Instant;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.address.Resolved;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;

/** Values of one point's past as batches. */
public final class PastValues {

    private static final int CAPACITY = 1024;
    private static final int MIN_ARENA_BYTES = 64 * 1024;

    private PastValues() {}

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
        VariableLayout layout = points.layout(point);
        SampleBatch batch = new SampleBatch(CAPACITY, Math.max(MIN_ARENA_BYTES, layout.arenaBytes()));
        batch.reset(group, clock.epochNanos(), 0);
        Decoding decoding = new Decoding();
        int count = services.history().read(points.node(point), from, to, (index, in, start, end) -> {
            if (!batch.hasRoom(layout.arenaBytes())) {
                sink.onSamples(batch);
                batch.reset(group, clock.epochNanos(), index);
            }
            decoding.read(in, start, end);
            layout.add(batch, point, 0, decoding);
        });
        if (!batch.isEmpty()) {
            sink.onSamples(batch);
        }
        return count;
    }
}
