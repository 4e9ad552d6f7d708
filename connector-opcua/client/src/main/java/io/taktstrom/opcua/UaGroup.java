package io.taktstrom.opcua;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.stack.Attributes;
import io.taktstrom.opcua.stack.Attributes.VariableFacts;
import io.taktstrom.opcua.stack.EventSelection;
import io.taktstrom.opcua.stack.NodeRef;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.opcua.value.VariableLayout;
import org.jspecify.annotations.Nullable;

/** Points of one session, with what reading them takes. */
final class UaGroup implements PointGroup {

    /**
     * What became of a point.
     *
     * @param status Good, or why it cannot be used; then node and layout may be null
     * @param events what the point stands for when it is no variable; then there is no node
     * @param held bytes of the connection's memory, to be given back when the point is let go
     */
    record Resolved(
            int status,
            @Nullable NodeRef node,
            @Nullable VariableLayout layout,
            @Nullable VariableFacts facts,
            @Nullable EventSelection events,
            long held) {
        static Resolved bad(int status) {
            return new Resolved(status, null, null, null, null, 0);
        }

        static Resolved variable(NodeRef node, Shapes.Found found, VariableFacts facts) {
            return new Resolved(found.status(), node, found.layout(), facts, null, found.held());
        }

        static Resolved events(EventSelection selection, VariableLayout layout) {
            return new Resolved(StatusCode.GOOD, null, layout, null, selection, 0);
        }

        /** What reading it gives where nothing is read. */
        int unreadable() {
            return events == null ? status : StatusCode.BAD_NOT_READABLE;
        }

        /** Whether it is a variable, the value of which can be had. */
        boolean isUsable() {
            return node != null && layout != null && !StatusCode.isBad(status);
        }
    }

    private final Home connection;
    private final List<DataPoint> points;
    private final List<Resolved> resolved;
    /** The points that can be used, in the order of {@link #reads}. */
    private final int[] usable;

    private final List<NodeRef> nodes;
    private final int[] eventPoints;
    private final List<EventSelection> selections;
    private final Attributes.NodeList reads;
    private final int arenaBytes;
    private volatile boolean closed;

    UaGroup(Home connection, List<DataPoint> points, List<Resolved> resolved) {
        this.connection = connection;
        this.points = List.copyOf(points);
        this.resolved = List.copyOf(resolved);
        int count = (int) resolved.stream().filter(Resolved::isUsable).count();
        this.usable = new int[count];
        List<NodeRef> found = new ArrayList<>();
        List<EventSelection> asked = new ArrayList<>();
        int[] ofEvents = new int[resolved.size()];
        int arena = 0;
        for (int i = 0; i < resolved.size(); i++) {
            Resolved point = resolved.get(i);
            NodeRef node = point.node();
            VariableLayout layout = point.layout();
            if (point.isUsable() && node != null && layout != null) {
                usable[found.size()] = i;
                found.add(node);
                arena = Math.addExact(arena, layout.arenaBytes());
            }
            EventSelection events = point.events();
            if (events != null) {
                ofEvents[asked.size()] = i;
                asked.add(events);
            }
        }
        this.nodes = List.copyOf(found);
        this.selections = List.copyOf(asked);
        this.eventPoints = Arrays.copyOf(ofEvents, asked.size());
        this.reads = Attributes.values(nodes);
        this.arenaBytes = arena;
    }

    Home connection() {
        return connection;
    }

    Resolved resolved(int point) {
        return resolved.get(point);
    }

    /** The types of all points. */
    List<DataType> types() {
        return IntStream.range(0, size()).mapToObj(this::typeAt).toList();
    }

    /** The layout of a point that can be used. */
    VariableLayout layout(int point) {
        return Objects.requireNonNull(resolved.get(point).layout());
    }

    /** The node of a point that can be used. */
    NodeRef node(int point) {
        return Objects.requireNonNull(resolved.get(point).node());
    }

    int[] usable() {
        return usable;
    }

    /** The points that are events, in the order of {@link #selections}. */
    int[] eventPoints() {
        return eventPoints;
    }

    List<EventSelection> selections() {
        return selections;
    }

    /** The nodes of the points that can be used. */
    List<NodeRef> nodes() {
        return nodes;
    }

    Attributes.NodeList reads() {
        return reads;
    }

    /** Most arena bytes that a sample of each point takes. */
    int arenaBytes() {
        return arenaBytes;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public List<DataPoint> points() {
        return points;
    }

    @Override
    public DataType typeAt(int point) {
        VariableLayout layout = resolved.get(point).layout();
        if (layout != null) {
            return layout.type();
        }
        DataType stated = points.get(point).type();
        return stated == null ? ScalarType.DWORD : stated;
    }

    @Override
    public int statusAt(int point) {
        return closed ? StatusCode.BAD_CONNECTION_CLOSED : resolved.get(point).status();
    }

    @Override
    public SampleBatch newBatch() {
        SampleBatch batch = new SampleBatch(size(), arenaBytes);
        batch.reset(this, SampleBatch.NO_TIME, 0);
        return batch;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            connection.closed(this, Resolver.held(resolved));
        }
    }
}
