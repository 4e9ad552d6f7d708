package io.taktstrom.data;

import java.util.List;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/**
 * Data points that a connection has resolved; an index in this group stands for a point from here on.
 *
 * <p>Belongs to the connection that made it and dies with it. Closing releases what the device holds for it, and is
 * idempotent. Reading its properties is thread-safe.
 */
public interface PointGroup extends AutoCloseable {

    /** In the order in which they were given; an index is a position in this list. */
    List<DataPoint> points();

    /** The point's type as the device has it; for a point that could not be resolved, the declared type or DWORD. */
    DataType typeAt(int point);

    /** Good, or why this one point cannot be used: one bad point does not fail the group. */
    int statusAt(int point);

    default int size() {
        return points().size();
    }

    /** An empty batch with room for one sample of each point. */
    default SampleBatch newBatch() {
        long arena = 0;
        for (int point = 0; point < size(); point++) {
            arena += typeAt(point).arenaBytes();
        }
        SampleBatch batch = new SampleBatch(Math.max(1, size()), Math.toIntExact(arena));
        batch.reset(this, SampleBatch.NO_TIME, 0);
        return batch;
    }

    @Override
    void close();
}
