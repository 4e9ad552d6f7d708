package io.taktstrom.opcua.address;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.service.EventSelection;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.value.VariableLayout;

/** Points of one session, with what reading them takes. Immutable, thread-safe. */
public final class ResolvedPoints {

    private final List<DataPoint> points;
    private final List<Resolved> resolved;
    /** The points that can be used, in the order of {@link #nodes}. */
    private final int[] usable;

    private final int[] eventPoints;

    public ResolvedPoints(List<DataPoint> points, List<Resolved> resolved) {
        this.points = List.copyOf(points);
        this.resolved = List.copyOf(resolved);
        this.usable = where(Resolved::isUsable);
        this.eventPoints = where(point -> point.events() != null);
    }

    private int[] where(Predicate<Resolved> wanted) {
        return IntStream.range(0, resolved.size())
                .filter(point -> wanted.test(resolved.get(point)))
                .toArray();
    }

    public int size() {
        return points.size();
    }

    public List<DataPoint> points() {
        return points;
    }

    public Resolved at(int point) {
        return resolved.get(point);
    }

    /** The types of all points. */
    public List<DataType> types() {
        return IntStream.range(0, size()).mapToObj(this::typeAt).toList();
    }

    /** The type of a point; what it states, or any, where it could not be found out. */
    public DataType typeAt(int point) {
        VariableLayout layout = resolved.get(point).layout();
        if (layout != null) {
            return layout.type();
        }
        DataType stated = points.get(point).type();
        return stated == null ? ScalarType.DWORD : stated;
    }

    /** The layout of a point that can be used, or of one that is events. */
    public VariableLayout layout(int point) {
        return Objects.requireNonNull(resolved.get(point).layout());
    }

    /** The node of a point that can be used. */
    public NodeRef node(int point) {
        return Objects.requireNonNull(resolved.get(point).node());
    }

    /** The points that can be used; not to be changed. */
    public int[] usable() {
        return usable;
    }

    /** The nodes of the points that can be used. */
    public List<NodeRef> nodes() {
        return Arrays.stream(usable).mapToObj(this::node).toList();
    }

    /** The points that are events, in the order of {@link #selections}; not to be changed. */
    public int[] eventPoints() {
        return eventPoints;
    }

    public List<EventSelection> selections() {
        return Arrays.stream(eventPoints)
                .mapToObj(point -> Objects.requireNonNull(resolved.get(point).events()))
                .toList();
    }

    /** Most arena bytes that a sample of each variable takes. */
    public int arenaBytes() {
        return Arrays.stream(usable).map(point -> layout(point).arenaBytes()).reduce(0, Math::addExact);
    }

    /** Bytes of the connection's memory, to be given back when the points are let go. */
    public long held() {
        return Resolver.held(resolved);
    }
}
