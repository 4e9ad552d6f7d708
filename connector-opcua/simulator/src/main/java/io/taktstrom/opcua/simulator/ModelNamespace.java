package io.taktstrom.opcua.simulator;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.opcua.server.type.MiloValues;
import io.taktstrom.opcua.server.type.TypeNodes;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.opcua.simulator.model.SimulatedMethod;
import org.eclipse.milo.opcua.sdk.core.AccessLevel;
import org.eclipse.milo.opcua.sdk.core.Reference;
import org.eclipse.milo.opcua.sdk.server.ManagedNamespaceWithLifecycle;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.sdk.server.items.MonitoredItem;
import org.eclipse.milo.opcua.sdk.server.model.variables.BaseAnalogType;
import org.eclipse.milo.opcua.sdk.server.nodes.UaFolderNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaMethodNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaVariableNode;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.EUInformation;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadDetails;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadResult;
import org.eclipse.milo.opcua.stack.core.types.structured.HistoryReadValueId;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadValueId;
import org.jspecify.annotations.Nullable;

/** The nodes of the model in one run of the server, and what clients do with them. */
final class ModelNamespace extends ManagedNamespaceWithLifecycle {

    /** The code list of units that most servers use (OPC 10000-8, 5.6.4.3), and what stands for none of its codes. */
    private static final String UNITS = "http://www.opcfoundation.org/UA/units/un/cefact";

    private static final int NO_CODE = -1;

    private final ServerState simulation;
    private final int firstNumber;
    private final TypeNodes types;
    private final Map<String, NodeId> ids = new HashMap<>();
    private final Map<NodeId, UaVariable> variables = new HashMap<>();
    private final Set<String> folders = new HashSet<>();
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
    private NodeId id(String name) {
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
                .setBrowseName(newQualifiedName(leaf(variable.name)))
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
        addTo(variable.name, node);
        String unit = variable.point.unit();
        if (!unit.isEmpty()) {
            LocalizedText text = LocalizedText.english(unit);
            node.setProperty(BaseAnalogType.ENGINEERING_UNITS, new EUInformation(UNITS, NO_CODE, text, text));
        }
    }

    private void add(SimulatedMethod method, MiloValues values) {
        UaMethodNode node = UaMethodNode.builder(getNodeContext())
                .setNodeId(id(method.name()))
                .setBrowseName(newQualifiedName(leaf(method.name())))
                .setDisplayName(LocalizedText.english(leaf(method.name())))
                .setDescription(LocalizedText.english(method.comment()))
                .build();
        SimulatedMethodCall call = new SimulatedMethodCall(node, method, values, types, simulation);
        node.setInputArguments(call.getInputArguments());
        node.setOutputArguments(call.getOutputArguments());
        node.setInvocationHandler(call);
        addTo(method.name(), node);
    }

    private static String leaf(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private void addTo(String name, UaNode node) {
        getNodeManager().addNode(node);
        addReference(name, node, NodeIds.HasComponent);
    }

    private void addReference(String name, UaNode node, NodeId type) {
        int dot = name.lastIndexOf('.');
        NodeId parent = dot < 0 ? NodeIds.ObjectsFolder : folder(name.substring(0, dot));
        node.addReference(new Reference(node.getNodeId(), type, parent.expanded(), false));
    }

    private NodeId folder(String name) {
        NodeId id = id(name);
        if (folders.add(name)) {
            UaFolderNode folder = new UaFolderNode(
                    getNodeContext(), id, newQualifiedName(leaf(name)), LocalizedText.english(leaf(name)));
            getNodeManager().addNode(folder);
            addReference(name, folder, NodeIds.Organizes);
        }
        return id;
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

    @Override
    public void onDataItemsCreated(List<DataItem> items) {
        items.stream().filter(item -> watched(item) == null).forEach(this::readOnce);
        onDataItemsModified(items);
    }

    /** What has no waveform and cannot be written has one value only: an attribute, or a part of an array. */
    private void readOnce(DataItem item) {
        List<DataValue> values = read(
                new ReadContext(getServer(), item.getSession()),
                0.0,
                TimestampsToReturn.Both,
                List.of(item.getReadValueId()));
        item.setValue(values.get(0));
    }

    @Override
    public void onDataItemsModified(List<DataItem> items) {
        onMonitoringModeChanged(new ArrayList<>(items));
    }

    @Override
    public void onDataItemsDeleted(List<DataItem> items) {
        for (DataItem item : items) {
            UaVariable variable = watched(item);
            if (variable != null) {
                variable.unwatch(item);
            }
        }
    }

    @Override
    public void onMonitoringModeChanged(List<MonitoredItem> items) {
        for (MonitoredItem item : items) {
            if (item instanceof DataItem data) {
                UaVariable variable = watched(data);
                if (variable != null && item.isSamplingEnabled()) {
                    variable.watch(data);
                } else if (variable != null) {
                    variable.unwatch(data);
                }
            }
        }
    }

    private @Nullable UaVariable watched(DataItem item) {
        ReadValueId node = item.getReadValueId();
        return AttributeId.Value.uid().equals(node.getAttributeId()) ? variables.get(node.getNodeId()) : null;
    }
}
