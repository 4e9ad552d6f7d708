package io.taktstrom.sinks.opcua;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.command.CommandGate;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.server.PushingNamespace;
import io.taktstrom.opcua.server.type.TypeNodes;
import org.eclipse.milo.opcua.sdk.core.ValueRanks;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.sdk.server.nodes.UaVariableNode;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadValueId;
import org.eclipse.milo.opcua.stack.core.types.structured.WriteValue;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the points: {@code press1.force} is the variable {@code force} in the folder {@code press1}, and its node id is its
 * name. Thread-safe.
 */
final class PointSpace extends PushingNamespace {

    private static final int MAX_WRITES = OpcUaServerSink.MAX_REQUESTS / 4;
    private static final long LOOK_EVERY_NANOS = 10_000_000;

    private final PointTypes types;
    private final QueueBudget queues;
    private final ClientWrites writes;
    /** Each holds a thread until the device has answered; others are for reads. */
    private final Semaphore writing = new Semaphore(MAX_WRITES);

    private final Map<NodeId, PointVariable> variables = new ConcurrentHashMap<>();
    /** Not in the address space any more, and still watched. */
    private final Map<NodeId, PointVariable> removed = new ConcurrentHashMap<>();

    PointSpace(OpcUaServer server, ServerSettings settings, EpochNanoClock clock) {
        super(server, settings.namespace());
        queues = new QueueBudget(settings.limits());
        types = new PointTypes(server, new TypeNodes(getNodeContext(), this::id));
        writes = new ClientWrites(types, clock);
    }

    /** From now on, points that are writable can be written to. */
    void acceptCommands(CommandGate gate) {
        writes.accept(gate);
    }

    @Override
    protected NodeId id(String name) {
        return newNodeId(name);
    }

    @Override
    protected @Nullable Watched variable(NodeId id) {
        PointVariable variable = variables.get(id);
        return variable == null ? removed.get(id) : variable;
    }

    PointTypes types() {
        return types;
    }

    // ---- nodes

    /**
     * The variable of a point, for one more stream.
     *
     * @throws IllegalArgumentException when another node has its place: which, and what to do
     */
    synchronized PointVariable acquire(DataPoint point) {
        NodeId id = id(point.name());
        PointVariable known = variables.get(id);
        PointVariable variable = known == null ? add(point, id) : known;
        variable.users++;
        return variable;
    }

    private PointVariable add(DataPoint point, NodeId id) {
        String name = point.name();
        if (getNodeManager().containsNode(id)) {
            throw new IllegalArgumentException("point " + name + " cannot be a variable: "
                    + (isFolder(name)
                            ? "names of other points begin with it and a dot, which makes it a folder"
                            : "the server has another node of this name")
                    + "; rename one of them");
        }
        for (String folder = folder(name); !folder.isEmpty(); folder = folder(folder)) {
            if (variables.containsKey(id(folder))) {
                throw new IllegalArgumentException("point " + name + " cannot be a variable in the folder " + folder
                        + ": there is a point of this name; rename one of them");
            }
        }
        UaVariableNode node = new UaVariableNode.UaVariableNodeBuilder(getNodeContext())
                .setNodeId(id)
                .setBrowseName(browseName(name))
                .setDisplayName(LocalizedText.english(leaf(name)))
                .setDataType(NodeIds.BaseDataType)
                .setValueRank(ValueRanks.Any)
                .setTypeDefinition(NodeIds.BaseDataVariableType)
                .setMinimumSamplingInterval(0.0)
                .build();
        PointVariable variable = new PointVariable(point, node);
        link(name, node, NodeIds.HasComponent);
        describe(variable, point);
        variables.put(id, variable);
        PointVariable former = removed.remove(id);
        if (former != null) {
            variable.adopt(former);
        }
        return variable;
    }

    /** Shows what the deployment has of a point now. */
    void describe(PointVariable variable, DataPoint point) {
        variable.describe(point, point.writable() && writes.isOpen());
    }

    /** One stream less has it; without any, its node goes. */
    synchronized void release(PointVariable variable) {
        variable.users--;
        if (variable.users > 0) {
            return;
        }
        NodeId id = variable.node.getNodeId();
        variables.remove(id);
        variable.remove();
        if (variable.isWatched()) {
            removed.put(id, variable);
        }
        unlink(variable.point().name(), variable.node);
    }

    // ---- writes

    /** All values of a request are handed over before the first answer is waited for. */
    @Override
    public List<StatusCode> write(WriteContext context, List<WriteValue> values) {
        if (!writing.tryAcquire()) {
            return Collections.nCopies(values.size(), new StatusCode(StatusCodes.Bad_TooManyOperations));
        }
        try {
            return answers(context, values);
        } finally {
            writing.release();
        }
    }

    private List<StatusCode> answers(WriteContext context, List<WriteValue> values) {
        List<Future<StatusCode>> answers = new ArrayList<>();
        for (WriteValue value : values) {
            PointVariable variable =
                    AttributeId.Value.uid().equals(value.getAttributeId()) ? variables.get(value.getNodeId()) : null;
            answers.add(
                    variable == null
                            ? CompletableFuture.completedFuture(
                                    super.write(context, List.of(value)).get(0))
                            : writes.write(variable, value, sender(context)));
        }
        return answers.stream().map(ClientWrites::await).toList();
    }

    private static String sender(WriteContext context) {
        return context.getSession()
                .map(session -> Objects.requireNonNullElse(session.getClientUserId(), "anonymous") + " at "
                        + session.getClientAddress().getHostAddress())
                .orElse("");
    }

    // ---- monitored items

    /** Each value is given to each item, however fast: 0 says so (OPC 10000-4, 7.21). */
    private RevisedDataItemParameters revise(UInteger queueSize) {
        return new RevisedDataItemParameters(0.0, queues.grant(queueSize));
    }

    @Override
    public RevisedDataItemParameters onCreateDataItem(ReadValueId node, Double sampling, UInteger queueSize) {
        return revise(queueSize);
    }

    @Override
    public RevisedDataItemParameters onModifyDataItem(ReadValueId node, Double sampling, UInteger queueSize) {
        return revise(queueSize);
    }

    @Override
    public void onDataItemsCreated(List<DataItem> items) {
        queues.add(items);
        super.onDataItemsCreated(items);
    }

    @Override
    public void onDataItemsDeleted(List<DataItem> items) {
        queues.remove(items);
        super.onDataItemsDeleted(items);
        removed.values().removeIf(variable -> !variable.isWatched());
    }

    /** Waits until the queues of all monitored items are empty, or the time is over. */
    void awaitSent(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (queues.isAnyUnsent() && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }
}
