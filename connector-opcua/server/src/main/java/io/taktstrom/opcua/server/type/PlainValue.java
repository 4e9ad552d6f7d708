package io.taktstrom.opcua.server.type;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;

/**
 * Values as Java objects: those of {@link Values}. A Guid, a NodeId, a QualifiedName and a LocalizedText are their text, a
 * ByteString is its bytes in hexadecimal.
 */
public final class PlainValue {

    private PlainValue() {}

    /**
     * A value in the form of {@code io.taktstrom.data.Values}; of a structure, fields may be left out, which are zero then.
     *
     * @param value in that form, or as text
     * @throws IllegalArgumentException if it does not fit
     */
    public static Object normal(VariableType type, Object value) {
        return type.isArray() ? array(type, value, 0) : one(type.element(), value);
    }

    private static List<Object> array(VariableType type, Object value, int dimension) {
        int length = type.dimensions().get(dimension);
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("'" + value + "' is not a list; " + type.text() + " needs one");
        }
        if (length != 0 && list.size() != length) {
            throw new IllegalArgumentException(list.size() + " elements where " + type.text() + " has " + length);
        }
        List<Object> elements = new ArrayList<>(list.size());
        boolean inner = dimension + 1 < type.dimensions().size();
        for (Object each : list) {
            elements.add(inner ? array(type, each, dimension + 1) : one(type.element(), each));
        }
        return elements;
    }

    private static Object one(UaType type, Object value) {
        if (type instanceof UaType.Structure structure) {
            return structure(structure, value);
        }
        if (type instanceof UaType.Enumeration enumeration) {
            return through(enumeration.members(), value);
        }
        return builtin((BuiltinType) type, value);
    }

    private static Object builtin(BuiltinType type, Object value) {
        ScalarType scalar = type.scalar();
        if (scalar != null) {
            return through(scalar, plain(type, value));
        }
        if (value instanceof List || value instanceof Map) {
            throw new IllegalArgumentException("'" + value + "' is not a " + type.text());
        }
        String text = value.toString();
        return switch (type) {
            case GUID -> UUID.fromString(text).toString();
            case BYTE_STRING -> HexFormat.of().formatHex(HexFormat.of().parseHex(text.toLowerCase(Locale.ROOT)));
            default -> text;
        };
    }

    /** Times with their offset from UTC, and status codes by their name, which only OPC UA has. */
    private static Object plain(BuiltinType type, Object value) {
        if (type == BuiltinType.DATE_TIME && value instanceof String text) {
            try {
                return LocalDateTime.ofInstant(OffsetDateTime.parse(text).toInstant(), ZoneOffset.UTC);
            } catch (DateTimeParseException e) {
                // Without an offset: it is in UTC.
                return text;
            }
        }
        return type == BuiltinType.STATUS_CODE && value instanceof String text && !text.matches("-?\\d+")
                ? (Object) Integer.toUnsignedLong(StatusCode.parse(text))
                : value;
    }

    private static Object through(DataType type, Object value) {
        return Values.read(type, Values.image(type, value), 0, type.imageBytes());
    }

    private static Map<String, Object> structure(UaType.Structure type, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(
                    "'" + value + "' is not a mapping; the structure " + type.name() + " needs one");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        for (UaType.Field field : type.fields()) {
            Object given = map.get(field.name());
            fields.put(field.name(), given == null ? zero(field.type()) : normal(field.type(), given));
        }
        for (Object name : map.keySet()) {
            if (!fields.containsKey(String.valueOf(name))) {
                throw new IllegalArgumentException(
                        "structure " + type.name() + " has no field '" + name + "', but " + fields.keySet());
            }
        }
        return fields;
    }

    /** Zero, false, an empty text, or an array or a structure of them. */
    public static Object zero(VariableType type) {
        Object value = zero(type.element());
        for (int i = type.dimensions().size() - 1; i >= 0; i--) {
            value = Collections.nCopies(type.dimensions().get(i), value);
        }
        return value;
    }

    private static Object zero(UaType type) {
        if (type instanceof UaType.Structure structure) {
            return structure(structure, Map.of());
        }
        if (type instanceof UaType.Enumeration enumeration) {
            return through(enumeration.members(), 0);
        }
        return switch ((BuiltinType) type) {
            case BOOLEAN -> false;
            case DATE_TIME -> BuiltinType.EPOCH;
            case GUID -> new UUID(0, 0).toString();
            case NODE_ID -> "i=0";
            default -> builtin((BuiltinType) type, ((BuiltinType) type).scalar() == null ? "" : 0);
        };
    }
}
