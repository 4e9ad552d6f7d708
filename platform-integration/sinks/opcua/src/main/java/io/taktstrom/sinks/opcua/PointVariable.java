package io.taktstrom.sinks.opcua;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.server.EngineeringUnits;
import io.taktstrom.opcua.server.ItemSink;
import io.taktstrom.opcua.server.PushingNamespace;
import io.taktstrom.opcua.server.type.TypeNodes;
import org.eclipse.milo.opcua.sdk.core.AccessLevel;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.sdk.server.nodes.UaVariableNode;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A point in the address space: its last value, and who watches it. Its monitor guards it, so that watchers get values in the
 * order in which the variable had them.
 */
final class PointVariable implements PushingNamespace.Watched {

    private static final DataValue WAITING = without(StatusCodes.Bad_WaitingForInitialData);
    private static final DataValue UNKNOWN = without(StatusCodes.Bad_NodeIdUnknown);

    private volatile DataPoint point;
    final UaVariableNode node;
    private final List<ItemSink> watchers = new ArrayList<>();
    private @Nullable PointType type;
    private boolean removed;
    /** How many streams have it; the space's. */
    int users;

    PointVariable(DataPoint point, UaVariableNode node) {
        this.point = point;
        this.node = node;
        node.setValue(WAITING);
    }

    private static DataValue without(long status) {
        return new DataValue(Variant.NULL_VALUE, new StatusCode(status), null);
    }

    /** The IEC type is there because several of them are one in OPC UA. */
    private LocalizedText description() {
        String place = point.connection().isEmpty() ? point.address() : point.address() + " of " + point.connection();
        return LocalizedText.english(
                type == null ? place : place + ", " + type.type().text());
    }

    /**
     * Shows what the deployment has of the point.
     *
     * @param writable whether clients may command it
     */
    synchronized void describe(DataPoint next, boolean writable) {
        point = next;
        Set<AccessLevel> access = writable ? AccessLevel.READ_WRITE : EnumSet.of(AccessLevel.CurrentRead);
        node.setAccessLevel(AccessLevel.toValue(access));
        node.setUserAccessLevel(AccessLevel.toValue(access));
        node.setDescription(description());
        EngineeringUnits.put(node, next.unit());
    }

    /** Of what type its values are from now on. */
    synchronized void setType(PointType next) {
        if (!next.equals(type)) {
            type = next;
            node.setDataType(next.id());
            node.setValueRank(next.ours().valueRank());
            node.setArrayDimensions(TypeNodes.dimensions(next.ours()));
            node.setDescription(description());
        }
    }

    DataPoint point() {
        return point;
    }

    /** As the device has it, or the file as long as the device has not said it; null when neither has. */
    synchronized @Nullable PointType type() {
        return type;
    }

    /** Returns false when the address space does not have it any more. */
    synchronized boolean set(DataValue value) {
        if (removed) {
            return false;
        }
        node.setValue(value);
        tell(value);
        return true;
    }

    private void tell(DataValue value) {
        for (int i = 0; i < watchers.size(); i++) {
            watchers.get(i).tell(value);
        }
    }

    @Override
    public synchronized void watch(DataItem item) {
        unwatch(item);
        ItemSink sink = ItemSink.of(item);
        watchers.add(sink);
        sink.tell(removed ? UNKNOWN : node.getValue());
    }

    @Override
    public synchronized void unwatch(DataItem item) {
        watchers.removeIf(watcher -> Objects.equals(watcher.item(), item));
    }

    /** Whether any item is told. */
    synchronized boolean isWatched() {
        return !watchers.isEmpty();
    }

    /** The address space does not have it any more; who watches it is told. */
    synchronized void remove() {
        removed = true;
        tell(UNKNOWN);
    }

    /** Those that watched a former variable of this name watch this one. */
    void adopt(PointVariable former) {
        List<ItemSink> items;
        synchronized (former) {
            items = List.copyOf(former.watchers);
        }
        items.forEach(each -> watch(each.item()));
    }
}
