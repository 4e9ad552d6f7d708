package io.taktstrom.opcua.server.type;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.model.EnumType;
import org.eclipse.milo.opcua.sdk.core.types.DynamicEnumType;
import org.eclipse.milo.opcua.sdk.core.types.DynamicStructType;
import org.eclipse.milo.opcua.sdk.core.typetree.DataType;
import org.eclipse.milo.opcua.stack.core.OpcUaDataType;
import org.eclipse.milo.opcua.stack.core.UaSerializationException;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.Matrix;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.jspecify.annotations.Nullable;

/**
 * Values in Milo's objects, and back in those of {@code io.taktstrom.data.Values}. Structures carry the numbers of
 * namespaces, so these objects are of one run of the server.
 *
 * @param types the model's own, by name
 */
public record MiloValues(EncodingContext context, Map<String, DataType> types) {

    public Variant variant(VariableType type, Object plain) {
        return new Variant(value(type, plain, false));
    }

    /** @param part of a structure: there, structures and enumerations are what they are, not what a Variant may hold */
    private Object value(VariableType type, Object plain, boolean part) {
        if (!type.isArray()) {
            return one(type.element(), plain, part);
        }
        int dimensions = type.dimensions().size();
        Object array = array(type.element(), (List<?>) plain, dimensions, part);
        return dimensions > 1 ? new Matrix(array) : array;
    }

    private Object array(UaType type, List<?> from, int dimensions, boolean part) {
        int[] lengths = new int[dimensions];
        lengths[0] = from.size();
        Object array = Array.newInstance(elementClass(type, part), lengths);
        for (int i = 0; i < from.size(); i++) {
            Object element = from.get(i);
            Array.set(
                    array,
                    i,
                    dimensions > 1 ? array(type, (List<?>) element, dimensions - 1, part) : one(type, element, part));
        }
        return array;
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
        return ((BuiltinType) type).toMilo(plain);
    }

    private DataType dataType(UaType type) {
        return Objects.requireNonNull(types.get(type.text()));
    }

    private DynamicStructType structure(UaType.Structure type, Map<?, ?> plain) {
        LinkedHashMap<String, Object> members = new LinkedHashMap<>();
        for (UaType.Field field : type.fields()) {
            members.put(field.name(), value(field.type(), Objects.requireNonNull(plain.get(field.name())), true));
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

    /** An array of a moving type with these lengths. */
    public static Object newArray(BuiltinType type, int length) {
        return Array.newInstance(elementClass(type, false), length);
    }

    /**
     * What a client wrote or passed.
     *
     * @throws IllegalArgumentException if it is not of this type
     */
    public Object plain(VariableType type, @Nullable Object value) {
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
        return ((BuiltinType) type).toPlain(value);
    }
}
