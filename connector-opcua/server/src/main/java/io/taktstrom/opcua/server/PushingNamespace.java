package io.taktstrom.opcua.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.milo.opcua.sdk.core.Reference;
import org.eclipse.milo.opcua.sdk.server.ManagedNamespaceWithLifecycle;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.sdk.server.items.MonitoredItem;
import org.eclipse.milo.opcua.sdk.server.nodes.UaFolderNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaNode;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadValueId;
import org.jspecify.annotations.Nullable;

/**
 * Nodes with names such as {@code press1.force}, which is {@code force} in the folder {@code press1}, and variables that give each
 * of their values to the items that monitor them: nothing samples. Folders are for one thread at a time.
 */
public abstract class PushingNamespace extends ManagedNamespaceWithLifecycle {

    /** A variable as monitored items see it. Thread-safe. */
    public interface Watched {

        /** From now on, an item is told. It gets the value that there is at once. Does nothing twice. */
        void watch(DataItem item);

        void unwatch(DataItem item);
    }

    /** How many nodes a folder has. */
    private final Map<String, Integer> folders = new HashMap<>();

    protected PushingNamespace(OpcUaServer server, String uri) {
        super(server, uri);
    }

    /** The node id of a name. */
    protected abstract NodeId id(String name);

    /** The variable at a node that gives its values; null where there is none. */
    protected abstract @Nullable Watched variable(NodeId id);

    // ---- folders

    /** Puts a node into its folder, which is made if need be. */
    protected final void link(String name, UaNode node, NodeId reference) {
        getNodeManager().addNode(node);
        String folder = folder(name);
        NodeId parent = NodeIds.ObjectsFolder;
        if (!folder.isEmpty()) {
            parent = id(folder);
            if (folders.merge(folder, 1, Integer::sum) == 1) {
                link(
                        folder,
                        new UaFolderNode(
                                getNodeContext(), parent, browseName(folder), LocalizedText.english(leaf(folder))),
                        NodeIds.Organizes);
            }
        }
        node.addReference(new Reference(node.getNodeId(), reference, parent.expanded(), Reference.Direction.INVERSE));
    }

    /** Removes a node, and its folder if that is empty then. */
    protected final void unlink(String name, UaNode node) {
        node.delete();
        String folder = folder(name);
        if (!folder.isEmpty() && folders.merge(folder, -1, Integer::sum) == 0) {
            folders.remove(folder);
            getNodeManager().getNode(id(folder)).ifPresent(empty -> unlink(folder, empty));
        }
    }

    /** Whether there is a folder of this name. */
    protected final boolean isFolder(String name) {
        return folders.containsKey(name);
    }

    /** The folder of a name; empty for the folder of all objects. */
    protected static String folder(String name) {
        int dot = name.lastIndexOf('.');
        return dot <= 0 || dot == name.length() - 1 ? "" : name.substring(0, dot);
    }

    /** What is behind the folder. */
    protected static String leaf(String name) {
        String folder = folder(name);
        return folder.isEmpty() ? name : name.substring(folder.length() + 1);
    }

    protected final QualifiedName browseName(String name) {
        return newQualifiedName(leaf(name));
    }

    // ---- monitored items

    @Override
    public void onDataItemsCreated(List<DataItem> items) {
        items.stream().filter(item -> watched(item) == null).forEach(this::readOnce);
        onDataItemsModified(items);
    }

    /** What is not a value of such a variable stays as it is: an attribute, a property, a constant. */
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
            Watched variable = watched(item);
            if (variable != null) {
                variable.unwatch(item);
            }
        }
    }

    @Override
    public void onMonitoringModeChanged(List<MonitoredItem> items) {
        for (MonitoredItem item : items) {
            Watched variable = item instanceof DataItem data ? watched(data) : null;
            if (variable != null && item.isSamplingEnabled()) {
                variable.watch((DataItem) item);
            } else if (variable != null) {
                variable.unwatch((DataItem) item);
            }
        }
    }

    private @Nullable Watched watched(DataItem item) {
        ReadValueId node = item.getReadValueId();
        return AttributeId.Value.uid().equals(node.getAttributeId()) ? variable(node.getNodeId()) : null;
    }
}
