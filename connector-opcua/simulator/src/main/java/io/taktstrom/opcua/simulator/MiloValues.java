package io.taktstrom.opcua.simulator;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import io.taktstrom.model.EnumType;
import io.taktstrom.opcua.simulator.model.BuiltinType;
import io.taktstrom.opcua.simulator.model.PlainValue;
import io.taktstrom.opcua.simulator.model.UaType;
import io.taktstrom.opcua.simulator.model.VariableType;
import org.eclipse.milo.opcua.sdk.core.types.DynamicEnumType;
import org.eclipse.milo.opcua.sdk.core.types.DynamicStructType;
import org.eclipse.milo.opcua.sdk.core.typetree.DataType;
import org.eclipse.milo.opcua.stack.core.OpcUaDataType;
import org.eclipse.milo.opcua.stack.core.UaSerializationException;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.Matrix;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UByte;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.ULong;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UShort;
import org.jspecify.annotations.Nullable;

/**
 * Values in Milo's objects, and back in those of {@code io.taktstrom.data.Values}. Structures carry the numbers of
 * namespaces, so these objects are of one run of the server.
 */
final class MiloValues {

    /** 100 ns from 1601 to 1970. */
    private static final long EPOCH_TICKS = 116_444_736_000_000_000L;

    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    private final EncodingContext context;
    private final Map<String, DataType> types;

    /** @param types the model's own, by name */
    MiloValues(EncodingContext context, Map<String, DataType> types) {
        this.context = context;
        this.types = types;
    }

    static DateTime time(long epochNanos) {
        return new DateTime(Math.floorDiv(epochNanos, 100L) + EPOCH_TICKS);
    }

    static long epochNanos(DateTime time) {
        return (time.utcTime() - EPOCH_TICKS) * 100;
    }

    Variant variant(VariableType type, Object plain) {
        return new Variant(type.isArray() ? array(type, plain, false) : one(type.element(), plain, false));
    }

    /** @param part of a structure: there, structures and enumerations are what they are, not what a Variant may hold */
    private Object array(VariableType type, Object plain, boolean part) {
        List<Integer> lengths = new ArrayList<>();
        for (Object rest = plain; lengths.size() < type.dimensions().size(); ) {
            List<?> list = (List<?>) rest;
            lengths.add(list.size());
            rest = list.isEmpty() ? list : list.get(0);
        }
        int[] dimensions = lengths.stream().mapToInt(Integer::intValue).toArray();
        Object array = Array.newInstance(elementClass(type.element(), part), dimensions);
        fill(type.element(), (List<?>) plain, array, dimensions.length, part);
        return dimensions.length > 1 ? new Matrix(array) : array;
    }

    private void fill(UaType type, List<?> from, Object array, int dimensions, boolean part) {
        for (int i = 0; i < from.size(); i++) {
            Object element = from.get(i);
            if (dimensions > 1) {
                fill(type, (List<?>) element, Array.get(array, i), dimensions - 1, part);
            } else {
                Array.set(array, i, one(type, element, part));
            }
        }
    }

    private static Class<?> elementClass(UaType type, boolean part) {
        if (type instanceof UaType.Structure) {
            return part ? DynamicStructType.class : ExtensionObject.class;
        }
        if (type instanceof UaType.Enumeration) {
            return part ? DynamicEnumType.class : Integer.class;
        }
        return OpcUaDataType.getBackingClass(((BuiltinType) type).number());
    }

    private Object one(UaType type, Object plain, boolean part) {
        if (type instanceof UaType.Structure structure) {
            DynamicStructType value = structure(structure, (Map<?, ?>) plain);
            return part ? value : ExtensionObject.encode(context, value);
        }
        if (type instanceof UaType.Enumeration enumeration) {
            int number = number(enumeration.members(), plain);
            return part ? new DynamicEnumType(dataType(type), number) : (Object) number;
        }
        return builtin((BuiltinType) type, plain);
    }

    private DataType dataType(UaType type) {
        return Objects.requireNonNull(types.get(type.text()));
    }

    private DynamicStructType structure(UaType.Structure type, Map<?, ?> plain) {
        LinkedHashMap<String, Object> members = new LinkedHashMap<>();
        for (UaType.Field field : type.fields()) {
            Object value = Objects.requireNonNull(plain.get(field.name()));
            members.put(
                    field.name(),
                    field.type().isArray()
                            ? array(field.type(), value, true)
                            : one(field.type().element(), value, true));
        }
        return new DynamicStructType(dataType(type), members);
    }

    private static int number(EnumType type, Object plain) {
        if (plain instanceof Number number) {
            return number.intValue();
        }
        EnumType.Member member = type.member(plain.toString());
        return (int) Objects.requireNonNull(member).value();
    }

    private static Object builtin(BuiltinType type, Object plain) {
        return switch (type) {
            case BOOLEAN, DOUBLE, FLOAT, INT64, STRING -> plain;
            case SBYTE -> ((Number) plain).byteValue();
            case BYTE -> UByte.valueOf(((Number) plain).intValue());
            case INT16 -> ((Number) plain).shortValue();
            case UINT16 -> UShort.valueOf(((Number) plain).intValue());
            case INT32 -> ((Number) plain).intValue();
            case UINT32 -> UInteger.valueOf(((Number) plain).longValue());
            case UINT64 -> ULong.valueOf(new BigInteger(plain.toString()));
            case DATE_TIME -> time(nanos((LocalDateTime) plain));
            case GUID -> UUID.fromString(plain.toString());
            case BYTE_STRING -> ByteString.of(HexFormat.of().parseHex(plain.toString()));
            case NODE_ID -> NodeId.parse(plain.toString());
            case STATUS_CODE -> new StatusCode(((Number) plain).longValue());
            case QUALIFIED_NAME -> QualifiedName.parse(plain.toString());
            case LOCALIZED_TEXT -> new LocalizedText(plain.toString());
        };
    }

    private static long nanos(LocalDateTime time) {
        return ChronoUnit.NANOS.between(EPOCH, time);
    }

    /** A moving value, from bits as {@code io.taktstrom.model.ScalarType} has them; what does not fit is cut off. */
    static Object ofBits(BuiltinType type, long bits) {
        return switch (type) {
            case BOOLEAN -> bits != 0;
            case SBYTE -> (byte) bits;
            case BYTE -> UByte.valueOf(bits & 0xFF);
            case INT16 -> (short) bits;
            case UINT16 -> UShort.valueOf((int) (bits & 0xFFFF));
            case INT32 -> (int) bits;
            case UINT32 -> UInteger.valueOf(bits & 0xFFFF_FFFFL);
            case INT64 -> bits;
            case UINT64 -> ULong.valueOf(bits);
            case FLOAT -> (float) Double.longBitsToDouble(bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            case DATE_TIME -> time(bits);
            default -> throw new IllegalArgumentException(type.text() + " does not move");
        };
    }

    /** An array of a moving type with these lengths. */
    static Object newArray(BuiltinType type, int length) {
        return Array.newInstance(elementClass(type, false), length);
    }

    /**
     * What a client wrote or passed.
     *
     * @throws IllegalArgumentException if it is not of this type
     */
    Object plain(VariableType type, @Nullable Object value) {
        if (value == null) {
            return PlainValue.zero(type);
        }
        try {
            Object nested = value instanceof Matrix matrix ? matrix.nestedArrayValue() : value;
            return type.isArray()
                    ? list(
                            type.element(),
                            Objects.requireNonNull(nested),
                            type.dimensions().size())
                    : plain(type.element(), nested);
        } catch (ClassCastException | UaSerializationException e) {
            throw new IllegalArgumentException("a value of another type than " + type.text(), e);
        }
    }

    private List<Object> list(UaType type, Object array, int dimensions) {
        if (!array.getClass().isArray()) {
            throw new IllegalArgumentException("no array");
        }
        int length = Array.getLength(array);
        List<Object> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            Object element = Array.get(array, i);
            list.add(dimensions > 1 ? list(type, element, dimensions - 1) : plain(type, element));
        }
        return list;
    }

    private Object plain(UaType type, @Nullable Object value) {
        if (value == null) {
            return PlainValue.zero(VariableType.of(type));
        }
        if (type instanceof UaType.Structure structure) {
            Object decoded = value instanceof ExtensionObject object ? object.decode(context) : value;
            Map<String, Object> members = ((DynamicStructType) decoded).getMembers();
            Map<String, Object> fields = new LinkedHashMap<>();
            for (UaType.Field field : structure.fields()) {
                fields.put(field.name(), plain(field.type(), members.get(field.name())));
            }
            return fields;
        }
        if (type instanceof UaType.Enumeration enumeration) {
            long number = value instanceof DynamicEnumType member ? member.getValue() : ((Number) value).longValue();
            EnumType.Member member = enumeration.members().member(number);
            return member == null ? (Object) number : member.name();
        }
        return plain((BuiltinType) type, value);
    }

    private static Object plain(BuiltinType type, Object value) {
        return switch (type) {
            case BOOLEAN -> (Boolean) value;
            case FLOAT -> (Float) value;
            case DOUBLE -> (Double) value;
            case SBYTE, BYTE, INT16, UINT16, INT32, UINT32, INT64 -> ((Number) value).longValue();
            case UINT64 -> {
                BigInteger number = ((ULong) value).toBigInteger();
                yield number.bitLength() < 64 ? (Object) number.longValue() : number;
            }
            case STRING -> (String) value;
            case DATE_TIME -> {
                long nanos = epochNanos((DateTime) value);
                yield LocalDateTime.ofEpochSecond(
                        Math.floorDiv(nanos, 1_000_000_000L),
                        (int) Math.floorMod(nanos, 1_000_000_000L),
                        ZoneOffset.UTC);
            }
            case GUID -> value.toString();
            case BYTE_STRING -> HexFormat.of().formatHex(((ByteString) value).bytesOrEmpty());
            case NODE_ID -> ((NodeId) value).toParseableString();
            case STATUS_CODE -> ((StatusCode) value).value() & 0xFFFF_FFFFL;
            case QUALIFIED_NAME -> ((QualifiedName) value).toParseableString();
            case LOCALIZED_TEXT -> Objects.requireNonNullElse(((LocalizedText) value).text(), "");
        };
    }
}
