package io.taktstrom.stream.source;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.stream.FixedGroup;
import org.jspecify.annotations.Nullable;

/** Points that are looked up again in each session that is asked for them. Until the first, their types are not known. */
final class LastingGroup implements PointGroup {

    private final LastingConnection owner;
    private volatile FixedGroup known;

    /** Where the points were looked up last, and as what; guarded by this. */
    private @Nullable Connection session;

    private @Nullable PointGroup resolved;
    private boolean closed;

    LastingGroup(LastingConnection owner, List<DataPoint> points) {
        this.owner = owner;
        known = FixedGroup.unresolved(points);
    }

    LastingConnection owner() {
        return owner;
    }

    /** The same points in a session. */
    synchronized PointGroup in(Connection now) throws ConnectorException {
        if (closed) {
            throw new InvalidRequestException("the group of " + points().get(0).address() + " is closed");
        }
        PointGroup found = resolved;
        if (found == null || session != now) {
            found = now.resolve(points());
            known = FixedGroup.of(found);
            session = now;
            resolved = found;
        }
        return found;
    }

    @Override
    public List<DataPoint> points() {
        return known.points();
    }

    @Override
    public DataType typeAt(int point) {
        return known.typeAt(point);
    }

    @Override
    public int statusAt(int point) {
        return known.statusAt(point);
    }

    /** For the types as they are now: a new session may have others. */
    @Override
    public SampleBatch newBatch() {
        owner.lookUp(this);
        return PointGroup.super.newBatch();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (resolved != null) {
            resolved.close();
        }
    }
}
