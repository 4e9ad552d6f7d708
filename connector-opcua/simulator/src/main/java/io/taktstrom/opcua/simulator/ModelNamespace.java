package io.taktstrom.opcua.simulator;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.opcua.server.EngineeringUnits;
import io.taktstrom.opcua.server.PushingNamespace;
import io.taktstrom.opcua.server.type.MiloValues;
import io.taktstrom.opcua.server.type.TypeNodes;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.opcua.simulator.model.SimulatedMethod;
import org.eclipse.milo.opcua.sdk.core.AccessLevel;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.nodes.UaMethodNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaVariableNode;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadDetails;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadResult;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadValueId;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadValueId;
import org.jspecify.annotations.Nullable;

/** The nodes of the model in one run of the server, and what clients do with them. */
final class ModelNamespace extends PushingNamespace {

    private final ServerState simulation;
    private final int firstNumber;
    private final TypeNodes types;
    private final Map<String, NodeId> ids = new HashMap<>();
    private final Map<NodeId, UaVariable> variables = new HashMap<>();
    private final HistoryReading historyReading;

    /** @param firstNumber of numeric identifiers */
    ModelNamespace(OpcUaServer server, ServerState simulation, int firstNumber) {
        super(server, simulation.model.namespace());
        this.simulation = simulation;
        this.firstNumber = firstNumber;
        types = new TypeNodes(getNodeContext(), this::id);
        historyReading = new HistoryReading(server, simulation, variables);
        getLifecycleManager().addStartupTask(this::addNodes);
    }

    /** The node of this name; with numeric identifiers, a name gets its number when it is first met. */
    @Override
    protected NodeId id(String name) {
        return ids.computeIfAbsent(
                name, n -> simulation.model.numericIds() ? newNodeId((long) firstNumber + ids.size()) : newNodeId(n));
    }

    private void addNodes() {
        OpcUaModel model = simulation.model;
        MiloValues values = new MiloValues(getServer().getDynamicEncodingContext(), types.add(model.types()));
        for (UaVariable variable : simulation.variables) {
            variable.attach(values);
            add(variable);
        }
        for (SimulatedMethod method : model.methods()) {
            add(method, values);
        }
    }

    private void add(UaVariable variable) {
        NodeId id = id(variable.name);
        var type = variable.type();
        Set<AccessLevel> access = EnumSet.of(AccessLevel.CurrentRead);
        if (variable.point.writable()) {
            access.add(AccessLevel.CurrentWrite);
        }
        if (variable.history != null) {
            access.add(AccessLevel.HistoryRead);
        }
        UaVariableNode node = new UaVariableNode.UaVariableNodeBuilder(getNodeContext())
                .setNodeId(id)
                .setAccessLevel(access)
                .setUserAccessLevel(access)
                .setBrowseName(browseName(variable.name))
                .setDisplayName(LocalizedText.english(leaf(variable.name)))
                .setDescription(LocalizedText.english(variable.point.comment()))
                .setDataType(types.id(type.element()))
                .setValueRank(type.valueRank())
                .setTypeDefinition(NodeIds.BaseDataVariableType)
                .build();
        if (type.isArray()) {
            node.setArrayDimensions(TypeNodes.dimensions(type));
        }
        node.setHistorizing(variable.history != null);
        node.setMinimumSamplingInterval(variable.isMoving() ? variable.beat.cycleNanos() / 1e6 : 0.0);
        node.getFilterChain().addLast(new VariableAccess(variable, simulation.counters));
        variables.put(id, variable);
        link(variable.name, node, NodeIds.HasComponent);
        EngineeringUnits.put(node, variable.point.unit());
    }

    private void add(SimulatedMethod method, MiloValues values) {
        UaMethodNode node = UaMethodNode.builder(getNodeContext())
                .setNodeId(id(method.name()))
                .setBrowseName(browseName(method.name()))
                .setDisplayName(LocalizedText.english(leaf(method.name())))
                .setDescription(LocalizedText.english(method.comment()))
                .build();
        SimulatedMethodCall call = new SimulatedMethodCall(node, method, values, types, simulation);
        node.setInputArguments(call.getInputArguments());
        node.setOutputArguments(call.getOutputArguments());
        node.setInvocationHandler(call);
        link(method.name(), node, NodeIds.HasComponent);
    }

    @Override
    protected @Nullable Watched variable(NodeId id) {
        return variables.get(id);
    }

    @Override
    public List<HistoryReadResult> historyRead(
            HistoryReadContext context,
            HistoryReadDetails details,
            TimestampsToReturn timestamps,
            List<HistoryReadValueId> nodes) {
        return historyReading.read(details, timestamps, nodes);
    }

    @Override
    public RevisedDataItemParameters onCreateDataItem(ReadValueId node, Double sampling, UInteger queueSize) {
        return revise(node, sampling, queueSize);
    }

    @Override
    public RevisedDataItemParameters onModifyDataItem(ReadValueId node, Double sampling, UInteger queueSize) {
        return revise(node, sampling, queueSize);
    }

    /** A variable that moves is sampled every so many of its cycles. */
    private RevisedDataItemParameters revise(ReadValueId node, double sampling, UInteger queueSize) {
        UaVariable variable = variables.get(node.getNodeId());
        double revised = sampling;
        if (variable != null && variable.isMoving()) {
            double cycleMillis = variable.beat.cycleNanos() / 1e6;
            revised = Math.max(1, Math.round(sampling / cycleMillis)) * cycleMillis;
        }
        long most = simulation.limits().queueSize();
        return new RevisedDataItemParameters(revised, UInteger.valueOf(Math.min(queueSize.longValue(), most)));
    }
}
