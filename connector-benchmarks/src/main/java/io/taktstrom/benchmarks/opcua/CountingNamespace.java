package io.taktstrom.benchmarks.opcua;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.milo.opcua.sdk.core.Reference;
import org.eclipse.milo.opcua.sdk.server.ManagedNamespaceWithLifecycle;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.sdk.server.items.MonitoredItem;
import org.eclipse.milo.opcua.sdk.server.nodes.UaFolderNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaVariableNode;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/**
 * Nodes that hold what they are to hold when they are read, and monitored items that all get the number of each tick, so
 * that a subscriber can tell what is missing. Arrays begin with the tick and go up by one.
 */
final class CountingNamespace extends ManagedNamespaceWithLifecycle {

    static final String URI = "urn:taktstrom:benchmark";

    private final Served served;

    // Guarded by this.
    private final Set<DataItem> scalars = new LinkedHashSet<>();
    private final Set<DataItem> arrays = new LinkedHashSet<>();
    private int tick = 1;

    CountingNamespace(OpcUaServer server, Served served) {
        super(server, URI);
        this.served = served;
        getLifecycleManager().addStartupTask(this::build);
    }

    private void build() {
        UaFolderNode folder = new UaFolderNode(
                getNodeContext(), newNodeId("Items"), newQualifiedName("Items"), LocalizedText.english("Items"));
        getNodeManager().addNode(folder);
        folder.addReference(new Reference(
                folder.getNodeId(), NodeIds.Organizes, NodeIds.ObjectsFolder.expanded(), Reference.Direction.INVERSE));
        for (int i = 0; i < served.items(); i++) {
            add(folder, "i" + i, new Variant(i), 0);
        }
        for (int i = 0; i < served.arrays(); i++) {
            add(folder, "a" + i, new Variant(counting(0, served.words())), served.words());
        }
        for (int size : served.sized() ? Served.SIZES : List.<Integer>of()) {
            add(folder, "n" + size, new Variant(counting(0, size)), size);
        }
    }

    private void add(UaFolderNode folder, String name, Variant value, int length) {
        UaVariableNode node = UaVariableNode.build(
                getNodeContext(),
                builder -> builder.setNodeId(newNodeId(name))
                        .setBrowseName(newQualifiedName(name))
                        .setDisplayName(LocalizedText.english(name))
                        .setDataType(NodeIds.Int32)
                        .setValueRank(length == 0 ? -1 : 1)
                        .setTypeDefinition(NodeIds.BaseDataVariableType)
                        .setValue(new DataValue(value))
                        .build());
        if (length > 0) {
            node.setArrayDimensions(new UInteger[] {uint(length)});
        }
        getNodeManager().addNode(node);
        folder.addOrganizes(node);
    }

    private static Integer[] counting(int first, int length) {
        Integer[] array = new Integer[length];
        Arrays.setAll(array, i -> first + i);
        return array;
    }

    /** Gives the next number to all that is monitored. */
    synchronized void tick() {
        tick++;
        set(scalars, arrays);
    }

    private void set(Iterable<DataItem> toScalars, Iterable<DataItem> toArrays) {
        DateTime now = DateTime.now();
        DataValue scalar = new DataValue(new Variant(tick), StatusCode.GOOD, now, now);
        toScalars.forEach(item -> item.setValue(scalar));
        DataValue array = new DataValue(new Variant(counting(tick, served.words())), StatusCode.GOOD, now, now);
        toArrays.forEach(item -> item.setValue(array));
    }

    private static boolean isArray(DataItem item) {
        return String.valueOf(item.getReadValueId().getNodeId().getIdentifier()).startsWith("a");
    }

    @Override
    public synchronized void onDataItemsCreated(List<DataItem> created) {
        List<DataItem> newScalars = new ArrayList<>();
        List<DataItem> newArrays = new ArrayList<>();
        created.forEach(item -> (isArray(item) ? newArrays : newScalars).add(item));
        set(newScalars, newArrays);
        scalars.addAll(newScalars);
        arrays.addAll(newArrays);
    }

    @Override
    public void onDataItemsModified(List<DataItem> items) {
        // Nothing depends on the interval: values come with the tick.
    }

    @Override
    public synchronized void onDataItemsDeleted(List<DataItem> items) {
        items.forEach(scalars::remove);
        items.forEach(arrays::remove);
    }

    @Override
    public void onMonitoringModeChanged(List<MonitoredItem> items) {
        // It never changes.
    }
}
