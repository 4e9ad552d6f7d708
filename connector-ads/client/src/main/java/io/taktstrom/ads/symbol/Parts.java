package io.taktstrom.ads.symbol;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.ads.protocol.DataTypeEntry;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/** The parts of structures and arrays: one by name or index, or all of them. */
record Parts(TypeCatalog types) {

    static Parts of(TypeCatalog types) {
        return new Parts(types);
    }

    /** The part that the rest of an address names, {@code .a[1].b}; null when there is none. */
    @Nullable
    Located walk(Located whole, String rest) {
        Located current = whole;
        int at = 0;
        while (current != null && at < rest.length()) {
            int end = rest.length();
            if (rest.charAt(at) == '.') {
                int next = IntStream.range(at + 1, rest.length())
                        .filter(i -> rest.charAt(i) == '.' || rest.charAt(i) == '[')
                        .findFirst()
                        .orElse(end);
                current = member(current, rest.substring(at + 1, next));
                end = next;
            } else {
                int close = rest.indexOf(']', at);
                current = rest.charAt(at) != '[' || close < 0 ? null : element(current, rest.substring(at + 1, close));
                end = close + 1;
            }
            at = end;
        }
        return current;
    }

    private @Nullable Located member(Located whole, String name) {
        if (!(whole.type() instanceof StructType struct)) {
            return null;
        }
        StructType.Field field = struct.field(name);
        return field == null ? null : member(whole, struct, field);
    }

    private Located member(Located whole, StructType struct, StructType.Field field) {
        DataTypeEntry entry = types.member(struct.name(), field.name());
        return whole.part(
                "." + field.name(),
                field.offset(),
                field.type(),
                entry == null ? field.type().text() : entry.typeName(),
                entry == null ? "" : entry.comment(),
                field.bit());
    }

    private static @Nullable Located element(Located whole, String indices) {
        if (!(whole.type() instanceof ArrayType array)) {
            return null;
        }
        String[] words = indices.split(",", -1);
        if (words.length > array.bounds().size()) {
            return null;
        }
        long index = 0;
        for (int dimension = 0; dimension < words.length; dimension++) {
            ArrayType.Bound bound = array.bounds().get(dimension);
            int value;
            try {
                value = Integer.parseInt(words[dimension].strip());
            } catch (NumberFormatException e) {
                return null;
            }
            if (value < bound.lower() || value > bound.upper()) {
                return null;
            }
            index = index * bound.count() + (value - bound.lower());
        }
        return element(whole, array, words.length, (int) index, indices);
    }

    /** Element {@code index} in the first {@code dimensions}: a row when the array has more. */
    private static Located element(Located whole, ArrayType array, int dimensions, int index, String indices) {
        List<ArrayType.Bound> inner =
                array.bounds().subList(dimensions, array.bounds().size());
        DataType type = inner.isEmpty() ? array.element() : new ArrayType(array.element(), inner);
        return whole.part("[" + indices + "]", index * type.imageBytes(), type, type.text(), "", StructType.WHOLE);
    }

    /** All direct parts, made one by one; none for what has no parts. */
    Iterator<Located> of(Located whole) {
        if (whole.type() instanceof StructType struct) {
            return struct.fields().stream()
                    .map(field -> member(whole, struct, field))
                    .iterator();
        }
        if (whole.type() instanceof ArrayType array) {
            int dimensions = array.bounds().size();
            return IntStream.range(0, array.count())
                    .mapToObj(index -> element(whole, array, dimensions, index, indices(array, index)))
                    .iterator();
        }
        return Collections.emptyIterator();
    }

    private static String indices(ArrayType array, int index) {
        int rest = index;
        int[] values = new int[array.bounds().size()];
        for (int dimension = values.length - 1; dimension >= 0; dimension--) {
            ArrayType.Bound bound = array.bounds().get(dimension);
            values[dimension] = bound.lower() + rest % bound.count();
            rest /= bound.count();
        }
        return IntStream.of(values).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }
}
