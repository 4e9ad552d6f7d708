package io.taktstrom.ads.simulator.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StructType;

/** Completes what a model says about a variable's first value: members that it leaves out are zero. */
final class InitialValue {

    private InitialValue() {}

    /** A value that fits the type; fails with a message if none can be made of it. */
    static Object complete(DataType type, Object value) {
        Object complete = type instanceof StructType struct && value instanceof Map<?, ?> map
                ? structure(struct, map)
                : type instanceof ArrayType array && value instanceof List<?> list ? elements(array, list, 0) : value;
        Values.image(type, complete);
        return complete;
    }

    private static Map<String, Object> structure(StructType type, Map<?, ?> value) {
        return overlap(type) ? union(type, value) : members(type, value);
    }

    private static boolean overlap(StructType type) {
        return type.fields().size() > 1
                && type.fields().stream().allMatch(field -> field.offset() == 0 && field.bit() <= 0);
    }

    /** What is given for one member, all of them show. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> union(StructType type, Map<?, ?> value) {
        ByteBuffer bytes = ByteBuffer.allocate(type.imageBytes()).order(ByteOrder.LITTLE_ENDIAN);
        value.forEach((name, part) -> {
            StructType.Field field = type.field(String.valueOf(name));
            if (field == null) {
                throw new IllegalArgumentException(type.name() + " has no member " + name);
            }
            ByteBuffer image = Values.image(field.type(), complete(field.type(), part));
            bytes.put(0, image, 0, image.capacity());
        });
        return (Map<String, Object>) Values.read(type, bytes, 0, type.imageBytes());
    }

    private static Map<String, Object> members(StructType type, Map<?, ?> value) {
        Map<String, Object> all = new LinkedHashMap<>();
        value.forEach((name, part) -> all.put(String.valueOf(name), part));
        for (StructType.Field field : type.fields()) {
            String given = all.keySet().stream()
                    .filter(name -> name.equalsIgnoreCase(field.name()))
                    .findFirst()
                    .orElse(field.name());
            Object part = all.get(given);
            all.put(given, part == null ? zero(field.type()) : complete(field.type(), part));
        }
        return all;
    }

    private static List<Object> elements(ArrayType type, List<?> list, int dimension) {
        List<Object> all = new ArrayList<>();
        for (Object element : list) {
            boolean inner = dimension + 1 < type.bounds().size();
            all.add(
                    inner && element instanceof List<?> row
                            ? elements(type, row, dimension + 1)
                            : complete(type.element(), element));
        }
        return all;
    }

    private static Object zero(DataType type) {
        return Values.read(type, ByteBuffer.allocate(type.imageBytes()), 0, type.imageBytes());
    }
}
