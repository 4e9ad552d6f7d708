package io.taktstrom.sinks.opcua;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.opcua.server.type.BuiltinType;
import io.taktstrom.opcua.server.type.MiloValues;
import io.taktstrom.opcua.server.type.TypeNodes;
import io.taktstrom.opcua.server.type.UaType;
import io.taktstrom.opcua.server.type.VariableType;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.OpcUaDataType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.Matrix;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.jspecify.annotations.Nullable;

/**
 * What the types of points are in OPC UA, and their values there. IEC types become the built-in types of the same range, times as
 * docs/how-to/publish-as-opcua-server.md says; enumerations and structures become data types of the server, with their definitions.
 * Thread-safe.
 */
final class PointTypes {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;

    /** A device that changes its program again and again must not fill the memory. */
    private static final int MAX_TYPES = 1000;

    private final OpcUaServer server;
    private final TypeNodes nodes;
    /** Guarded by this, as is all below. */
    private final Map<DataType, UaType> own = new HashMap<>();

    private final Map<DataType, PointType> made = new HashMap<>();

    private final Set<String> names = new HashSet<>();
    private List<UaType> added = new ArrayList<>();
    private volatile MiloValues values;

    PointTypes(OpcUaServer server, TypeNodes nodes) {
        this.server = server;
        this.nodes = nodes;
        values = new MiloValues(server.getDynamicEncodingContext(), Map.of());
        for (BuiltinType type : BuiltinType.values()) {
            names.add(type.text());
        }
    }

    /**
     * What a type is in OPC UA; its node is there.
     *
     * @throws IllegalArgumentException when OPC UA has none like it: why
     */
    synchronized PointType of(DataType type) {
        PointType known = made.get(type);
        if (known == null) {
            VariableType ours = variable(type);
            if (!added.isEmpty()) {
                values = new MiloValues(server.getDynamicEncodingContext(), nodes.add(added));
                added = new ArrayList<>();
            }
            DataType element = type instanceof ArrayType array ? array.element() : type;
            boolean millis = element == ScalarType.TIME || element == ScalarType.TOD;
            known = new PointType(type, ours, millis ? NodeIds.Duration : nodes.id(ours.element()));
            made.put(type, known);
        }
        return known;
    }

    private VariableType variable(DataType type) {
        if (type instanceof ArrayType array) {
            List<Integer> lengths =
                    array.bounds().stream().map(ArrayType.Bound::count).toList();
            return new VariableType(element(array.element()), lengths.isEmpty() ? List.of(0) : lengths);
        }
        return VariableType.of(element(type));
    }

    private UaType element(DataType type) {
        if (type instanceof ScalarType scalar) {
            return builtin(scalar);
        }
        if (type instanceof EnumType enumeration && !isInt32(enumeration)) {
            return builtin(enumeration.base());
        }
        if (type instanceof EnumType || type instanceof StructType) {
            UaType known = own.get(type);
            return known == null ? add(type) : known;
        }
        return BuiltinType.STRING;
    }

    private UaType add(DataType type) {
        if (own.size() >= MAX_TYPES) {
            throw new IllegalArgumentException("the server has " + MAX_TYPES + " data types, and takes no more");
        }
        UaType ours;
        if (type instanceof StructType structure) {
            List<UaType.Field> fields = structure.fields().stream()
                    .map(field -> new UaType.Field(field.name(), variable(field.type())))
                    .toList();
            ours = new UaType.Structure(distinct(structure.name()), fields);
        } else {
            EnumType enumeration = (EnumType) type;
            ours = new UaType.Enumeration(
                    new EnumType(distinct(enumeration.name()), enumeration.base(), enumeration.members()));
        }
        names.add(ours.text());
        own.put(type, ours);
        added.add(ours);
        return ours;
    }

    /** Two devices may have different types of one name. */
    private String distinct(String name) {
        String first = name.isBlank() ? "Type" : name;
        String distinct = first;
        for (int i = 2; names.contains(distinct); i++) {
            distinct = first + "_" + i;
        }
        return distinct;
    }

    /** OPC UA's enumerations are Int32 (OPC 10000-3, 8.14); others stay numbers. */
    private static boolean isInt32(EnumType type) {
        return type.base().imageBytes() < Integer.BYTES || type.base() == ScalarType.DINT;
    }

    private static BuiltinType builtin(ScalarType type) {
        return switch (type) {
            case BOOL -> BuiltinType.BOOLEAN;
            case SINT -> BuiltinType.SBYTE;
            case BYTE, USINT -> BuiltinType.BYTE;
            case INT -> BuiltinType.INT16;
            case WORD, UINT -> BuiltinType.UINT16;
            case DINT -> BuiltinType.INT32;
            case DWORD, UDINT -> BuiltinType.UINT32;
            case LINT, LTIME, LTOD -> BuiltinType.INT64;
            case LWORD, ULINT -> BuiltinType.UINT64;
            case REAL -> BuiltinType.FLOAT;
            case LREAL, TIME, TOD -> BuiltinType.DOUBLE;
            case CHAR, WCHAR -> BuiltinType.STRING;
            case DATE, LDATE, DT, LDT -> BuiltinType.DATE_TIME;
        };
    }

    /**
     * The value of a sample whose status is not Bad.
     *
     * @throws IllegalArgumentException when its bytes are not those of its type
     */
    Variant value(SampleBatch batch, int i, PointType of) {
        if (of.type() instanceof ScalarType scalar && scalar.kind() != ScalarType.Kind.CHARACTER) {
            long bits = batch.longAt(i);
            boolean millis = scalar == ScalarType.TIME || scalar == ScalarType.TOD;
            return new Variant(
                    millis
                            ? (Object) (bits / NANOS_PER_MILLI)
                            : ((BuiltinType) of.ours().element()).ofBits(bits));
        }
        return values.variant(of.ours(), map(of.type(), Values.get(batch, i), PointTypes::plain));
    }

    /** A value with something else in the place of each of its scalars. */
    private static Object map(DataType type, Object value, BiFunction<DataType, Object, Object> scalar) {
        if (value instanceof List<?> list) {
            DataType element = list.stream().anyMatch(List.class::isInstance) ? type : ((ArrayType) type).element();
            return list.stream().map(each -> map(element, each, scalar)).toList();
        }
        if (type instanceof StructType structure) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (StructType.Field field : structure.fields()) {
                Object part = Objects.requireNonNull(((Map<?, ?>) value).get(field.name()));
                fields.put(field.name(), map(field.type(), part, scalar));
            }
            return fields;
        }
        return scalar.apply(type, value);
    }

    /** What {@link MiloValues} takes for a value of {@link Values}. */
    private static Object plain(DataType type, Object value) {
        if (value instanceof Duration duration) {
            return time(type, duration.toNanos());
        }
        if (value instanceof LocalTime time) {
            return time(type, time.toNanoOfDay());
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        if (type instanceof EnumType enumeration && value instanceof String name && !isInt32(enumeration)) {
            EnumType.Member member = enumeration.member(name);
            return member == null ? 0L : member.value();
        }
        return value;
    }

    private static Object time(DataType type, long nanos) {
        return type == ScalarType.LTIME || type == ScalarType.LTOD
                ? (Object) nanos
                : (Object) (nanos / NANOS_PER_MILLI);
    }

    /**
     * What a client has written to a point, in the form that a command has.
     *
     * @throws IllegalArgumentException when it is of another type
     */
    Object written(@Nullable PointType of, @Nullable Object value) {
        if (of == null || value == null) {
            throw new IllegalArgumentException("no value, or one for a point whose type is not known yet");
        }
        Class<?> element =
                value instanceof Matrix matrix ? matrix.nestedArrayValue().getClass() : value.getClass();
        while (element.isArray()) {
            element = element.getComponentType();
        }
        UaType ours = of.ours().element();
        Class<?> wanted = ours instanceof BuiltinType builtin
                ? OpcUaDataType.getBackingClass(builtin.number())
                : ours instanceof UaType.Enumeration ? Integer.class : ExtensionObject.class;
        if (element != wanted) {
            throw new IllegalArgumentException("another type than " + of.ours().text());
        }
        return map(of.type(), values.plain(of.ours(), value), PointTypes::command);
    }

    /** The opposite of {@link #plain}, with times as text. */
    private static Object command(DataType type, Object value) {
        if (type instanceof ScalarType scalar && value instanceof Number number) {
            long nanos = value instanceof Double millis ? Math.round(millis * NANOS_PER_MILLI) : number.longValue();
            if (scalar.kind() == ScalarType.Kind.DURATION) {
                return Duration.ofNanos(nanos).toString();
            }
            if (scalar.kind() == ScalarType.Kind.TIME_OF_DAY) {
                return LocalTime.ofNanoOfDay(Math.floorMod(nanos, NANOS_PER_DAY))
                        .toString();
            }
        }
        if (value instanceof LocalDateTime time) {
            boolean date = type == ScalarType.DATE || type == ScalarType.LDATE;
            return date ? time.toLocalDate().toString() : time.toString();
        }
        return value;
    }
}
