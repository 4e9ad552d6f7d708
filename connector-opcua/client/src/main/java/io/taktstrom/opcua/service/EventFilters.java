package io.taktstrom.opcua.service;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import io.taktstrom.opcua.value.MiloEncoding;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.types.UaStructuredType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned;
import org.eclipse.milo.opcua.stack.core.types.enumerated.FilterOperator;
import org.eclipse.milo.opcua.stack.core.types.structured.ContentFilter;
import org.eclipse.milo.opcua.stack.core.types.structured.ContentFilterElement;
import org.eclipse.milo.opcua.stack.core.types.structured.ElementOperand;
import org.eclipse.milo.opcua.stack.core.types.structured.EventFilter;
import org.eclipse.milo.opcua.stack.core.types.structured.LiteralOperand;
import org.eclipse.milo.opcua.stack.core.types.structured.SimpleAttributeOperand;

/**
 * A selection of events as the filter of a monitored item (OPC 10000-4, 7.22.3). The last field is always the event's
 * time.
 */
final class EventFilters {

    /** Its type (the OPC Foundation's NodeIds.csv). */
    private static final NodeId BASE_EVENT_TYPE = new NodeId(0, 2041);

    /** The fields that every event has (OPC 10000-5, 6.4.2): servers look for them in the base type. */
    private static final Set<String> OF_ALL = Set.of(
            "EventId",
            "EventType",
            "SourceNode",
            "SourceName",
            "Time",
            "ReceiveTime",
            "LocalTime",
            "Message",
            "Severity");

    private EventFilters() {}

    static ExtensionObject filter(EventSelection selection) {
        List<SimpleAttributeOperand> fields = new ArrayList<>();
        for (List<References.Name> path : selection.fields()) {
            boolean ofAll = path.size() == 1 && OF_ALL.contains(path.get(0).name());
            NodeRef type = selection.type();
            fields.add(field(ofAll || type == null ? BASE_EVENT_TYPE : type.id(), path));
        }
        fields.add(ofAll("Time"));
        return MiloEncoding.object(
                new EventFilter(fields.toArray(SimpleAttributeOperand[]::new), new ContentFilter(where(selection))));
    }

    private static SimpleAttributeOperand field(NodeId type, List<References.Name> path) {
        return new SimpleAttributeOperand(
                type,
                path.stream()
                        .map(name -> new QualifiedName(name.namespace(), name.name()))
                        .toArray(QualifiedName[]::new),
                AttributeId.Value.uid(),
                null);
    }

    private static SimpleAttributeOperand ofAll(String name) {
        return field(BASE_EVENT_TYPE, List.of(new References.Name(0, name)));
    }

    /** First the Ands, each of one condition and of what comes after it; then the conditions. */
    private static ContentFilterElement[] where(EventSelection selection) {
        List<ContentFilterElement> conditions = new ArrayList<>();
        NodeRef type = selection.type();
        if (type != null) {
            conditions.add(element(FilterOperator.OfType, new LiteralOperand(Variant.ofNodeId(type.id()))));
        }
        if (selection.leastSeverity() > 0) {
            conditions.add(element(
                    FilterOperator.GreaterThanOrEqual,
                    ofAll("Severity"),
                    new LiteralOperand(Variant.ofUInt16(Unsigned.ushort(selection.leastSeverity())))));
        }
        if (!selection.source().isEmpty()) {
            conditions.add(element(
                    FilterOperator.Equals,
                    ofAll("SourceName"),
                    new LiteralOperand(Variant.ofString(selection.source()))));
        }
        int ands = Math.max(0, conditions.size() - 1);
        List<ContentFilterElement> elements = new ArrayList<>();
        for (int i = 0; i < ands; i++) {
            int rest = i + 1 < ands ? i + 1 : 2 * ands;
            elements.add(element(
                    FilterOperator.And,
                    new ElementOperand(Unsigned.uint(ands + i)),
                    new ElementOperand(Unsigned.uint(rest))));
        }
        elements.addAll(conditions);
        return elements.toArray(ContentFilterElement[]::new);
    }

    private static ContentFilterElement element(FilterOperator operator, UaStructuredType... operands) {
        return new ContentFilterElement(
                operator, Arrays.stream(operands).map(MiloEncoding::object).toArray(ExtensionObject[]::new));
    }
}
