package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.lang.reflect.Array;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.milo.opcua.sdk.client.OpcUaClient;
import org.eclipse.milo.opcua.sdk.core.types.DynamicStructType;
import org.eclipse.milo.opcua.sdk.core.typetree.DataType;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.Matrix;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.EnumDefinition;
import org.eclipse.milo.opcua.stack.core.types.structured.EnumField;
import org.jspecify.annotations.Nullable;

/** Values of Milo's client as a {@code ReceivedSample} has them. */
final class PlainValues {

    private static final long EPOCH_TICKS = 116_444_736_000_000_000L;

    private PlainValues() {}

    /**
     * @param dataType of the node
     * @param iec as the node's description has it
     */
    static @Nullable Object of(OpcUaClient client, NodeId dataType, String iec, @Nullable Object value)
            throws IOException {
        try {
            if (value instanceof Matrix matrix) {
                return of(client, dataType, iec, matrix.nestedArrayValue());
            }
            if (value != null && value.getClass().isArray()) {
                List<@Nullable Object> elements = new ArrayList<>();
                for (int i = 0; i < Array.getLength(value); i++) {
                    elements.add(of(client, dataType, iec, Array.get(value, i)));
                }
                return elements;
            }
            if (value instanceof ExtensionObject object) {
                return of(client, dataType, iec, object.decode(client.getDynamicEncodingContext()));
            }
            if (value instanceof DynamicStructType structure) {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                for (Map.Entry<String, Object> field : structure.getMembers().entrySet()) {
                    fields.put(field.getKey(), of(client, NodeId.NULL_VALUE, "", field.getValue()));
                }
                return fields;
            }
            if (value instanceof Integer number && dataType.getNamespaceIndex().intValue() != 0) {
                return member(client, dataType, number);
            }
        } catch (UaException e) {
            throw new IOException(e);
        }
        return scalar(iec, value);
    }

    private static Object member(OpcUaClient client, NodeId dataType, int number) throws UaException {
        DataType type = client.getDataTypeTree().getDataType(dataType);
        if (type != null && type.getDataTypeDefinition() instanceof EnumDefinition definition) {
            for (EnumField field : definition.getFields()) {
                if (field.getValue() == number) {
                    return String.valueOf(field.getName());
                }
            }
        }
        return number;
    }

    private static @Nullable Object scalar(String iec, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof DateTime time) {
            long ticks = time.utcTime() - EPOCH_TICKS;
            LocalDateTime local = LocalDateTime.ofEpochSecond(
                    Math.floorDiv(ticks, 10_000_000L), (int) Math.floorMod(ticks, 10_000_000L) * 100, ZoneOffset.UTC);
            return iec.endsWith("DATE") ? local.toLocalDate() : local;
        }
        return switch (iec) {
            case "TIME" -> Duration.ofMillis(Math.round((Double) value));
            case "LTIME" -> Duration.ofNanos((Long) value);
            case "TOD" -> LocalTime.ofNanoOfDay(Math.round((Double) value) * 1_000_000);
            case "LTOD" -> LocalTime.ofNanoOfDay((Long) value);
            default -> value;
        };
    }
}
