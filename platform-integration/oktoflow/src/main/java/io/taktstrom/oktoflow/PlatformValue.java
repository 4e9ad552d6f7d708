package io.taktstrom.oktoflow;

import java.io.IOException;
import java.lang.reflect.Array;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Values between the forms of {@link io.taktstrom.data.Values} and those of oktoflow's translators.
 *
 * <p>A scalar has the {@linkplain PlatformType Java type of its model type}; an enumeration is its member's name; a duration the
 * device's own ticks, milliseconds of {@code TIME}, nanoseconds of {@code LTIME}; a date or a time of day a
 * {@code LocalDateTime}, the other half midnight or 1970-01-01. An array is a Java array of these, nested for each dimension, bytes
 * of any kind a {@code byte[]}; a structure a {@code Map} by field name.
 */
public final class PlatformValue {

    private static final LocalDate FIRST_DAY = LocalDate.EPOCH;

    private PlatformValue() {}

    /**
     * A value of a device, for a translator.
     *
     * @param value in a form of {@link io.taktstrom.data.Values}
     */
    public static Object ofDevice(DataType type, Object value) throws IOException {
        if (type instanceof ArrayType array) {
            return array(array, (List<?>) value);
        }
        if (type instanceof StructType struct) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (StructType.Field field : struct.fields()) {
                Object part = ((Map<?, ?>) value).get(field.name());
                if (part != null) {
                    fields.put(field.name(), ofDevice(field.type(), part));
                }
            }
            return fields;
        }
        PlatformType platform = PlatformType.of(type);
        if (platform == null || type instanceof EnumType) {
            return value.toString();
        }
        if (value instanceof Duration duration && type instanceof ScalarType scalar) {
            return duration.toNanos() / scalar.nanosPerTick();
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        return value instanceof LocalTime time ? time.atDate(FIRST_DAY) : Exact.to(platform.javaType(), value);
    }

    private static Object array(ArrayType type, List<?> values) throws IOException {
        DataType element = elementOf(type);
        boolean bytes = element == ScalarType.BYTE || element == ScalarType.USINT || element == ScalarType.SINT;
        Object array = Array.newInstance(javaType(element), values.size());
        for (int i = 0; i < values.size(); i++) {
            Object item = values.get(i);
            Array.set(array, i, bytes ? (Object) ((Number) item).byteValue() : ofDevice(element, item));
        }
        return array;
    }

    /** An array of one dimension less, or what the last one holds. */
    private static DataType elementOf(ArrayType type) {
        return type.bounds().size() < 2
                ? type.element()
                : new ArrayType(
                        type.element(), type.bounds().subList(1, type.bounds().size()));
    }

    /** What an array of this type has as elements. */
    static Class<?> javaType(DataType type) {
        if (type instanceof ArrayType array) {
            return javaType(elementOf(array)).arrayType();
        }
        if (type == ScalarType.BYTE || type == ScalarType.USINT || type == ScalarType.SINT) {
            return byte.class;
        }
        PlatformType platform = PlatformType.of(type);
        return platform == null ? Map.class : platform.javaType();
    }

    /**
     * A value of a translator, in a form that {@link io.taktstrom.data.Values#put} takes for this type.
     *
     * @throws IOException when a part of it has no value; whether it fits, {@code put} says
     */
    public static Object toDevice(DataType type, @Nullable Object value) throws IOException {
        if (value == null) {
            throw new IOException("no value to write; give each field one, or leave the record out");
        }
        if (type instanceof ArrayType array) {
            DataType element = elementOf(array);
            List<Object> items = new ArrayList<>();
            for (Object item : Exact.list(value)) {
                items.add(toDevice(element, item));
            }
            return items;
        }
        if (type instanceof StructType struct) {
            return fields(struct, value instanceof Map<?, ?> map ? map : Beans.toMap(value));
        }
        return type instanceof ScalarType scalar ? scalar(scalar, value) : value;
    }

    private static Map<String, Object> fields(StructType struct, Map<?, ?> values) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (StructType.Field field : struct.fields()) {
            Object part = Beans.ignoringCase(values, field.name());
            if (part == null) {
                throw new IOException("structure " + struct.name() + " has the field " + field.name()
                        + ", for which no value was given; a structure is written as a whole");
            }
            fields.put(field.name(), toDevice(field.type(), part));
        }
        return fields;
    }

    private static Object scalar(ScalarType type, Object value) throws IOException {
        if (value instanceof Byte octet && type.kind() == ScalarType.Kind.UNSIGNED && type.imageBytes() == 1) {
            return octet & 0xFF;
        }
        Object time =
                value instanceof Date date ? LocalDateTime.ofInstant(date.toInstant(), ZoneId.systemDefault()) : value;
        return switch (type.kind()) {
            case DURATION ->
                value instanceof Number
                        ? Duration.ofNanos(Math.multiplyExact(Exact.to(long.class, value), type.nanosPerTick()))
                        : value;
            case DATE -> time instanceof LocalDateTime moment ? moment.toLocalDate() : time;
            case TIME_OF_DAY -> time instanceof LocalDateTime moment ? moment.toLocalTime() : time;
            default -> time;
        };
    }
}
