package io.taktstrom.ads.symbol;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.ads.protocol.DataTypeEntry;
import io.taktstrom.ads.symbol.TypeCatalog.StructMember;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StructType;

/** The parts of structures and arrays: one by name or index, or all of them. */
record SymbolParts(TypeCatalog types) {

    static SymbolParts of(TypeCatalog types) {
        return new SymbolParts(types);
    }

    /** The part that the rest of an address names, {@code .a[1].b}. */
    Found walk(Located whole, String rest) {
        Found found = Found.at(whole);
        int at = 0;
        while (found.located() != null && at < rest.length()) {
            Located current = found.located();
            int end = rest.length();
            if (rest.charAt(at) == '.') {
                int next = IntStream.range(at + 1, rest.length())
                        .filter(i -> rest.charAt(i) == '.' || rest.charAt(i) == '[')
                        .findFirst()
                        .orElse(end);
                found = member(current, rest.substring(at + 1, next));
                end = next;
            } else {
                int close = rest.indexOf(']', at);
                found = rest.charAt(at) != '[' || close < 0
                        ? Found.NOTHING
                        : element(current, rest.substring(at + 1, close));
                end = close + 1;
            }
            at = end;
        }
        return found;
    }

    private Found member(Located whole, String name) {
        StructMember member = whole.type() instanceof StructType struct ? types.member(struct, name) : null;
        return member == null ? Found.NOTHING : Found.at(member(whole, member));
    }

    private Located member(Located whole, StructMember member) {
        StructType.Field field = member.field();
        DataTypeEntry entry = member.entry();
        return whole.part(
                "." + field.name(),
                field.offset(),
                field.type(),
                entry == null ? field.type().text() : entry.typeName(),
                entry == null ? "" : entry.comment(),
                field.bit(),
                types.extent(field.type()));
    }

    private Found element(Located whole, String indices) {
        if (!(whole.type() instanceof ArrayType array)) {
            return Found.NOTHING;
        }
        String[] words = indices.split(",", -1);
        if (words.length > array.bounds().size()) {
            return Found.NOTHING;
        }
        long index = 0;
        for (int dimension = 0; dimension < words.length; dimension++) {
            ArrayType.Bound bound = array.bounds().get(dimension);
            long value;
            try {
                value = Long.parseLong(words[dimension].strip());
            } catch (NumberFormatException e) {
                return Found.NOTHING;
            }
            if (value < bound.lower() || value > bound.upper()) {
                return new Found(null, outOfBounds(whole, indices, value, array));
            }
            index = index * bound.count() + (value - bound.lower());
        }
        return Found.at(element(whole, array, words.length, (int) index, indices));
    }

    private static String outOfBounds(Located whole, String indices, long value, ArrayType array) {
        String bounds = array.bounds().stream()
                .map(bound -> bound.lower() + ".." + bound.upper())
                .collect(Collectors.joining(","));
        return "index " + value + " of " + whole.address() + "[" + indices + "] is out of bounds, which are [" + bounds
                + "]";
    }

    /** Element {@code index} in the first {@code dimensions}: a row when the array has more. */
    private Located element(Located whole, ArrayType array, int dimensions, int index, String indices) {
        List<ArrayType.Bound> inner =
                array.bounds().subList(dimensions, array.bounds().size());
        DataType type = inner.isEmpty() ? array.element() : new ArrayType(array.element(), inner);
        return whole.part(
                "[" + indices + "]",
                index * type.imageBytes(),
                type,
                type.text(),
                "",
                StructType.WHOLE,
                types.extent(type));
    }

    /** All direct parts, made one by one; none for what has no parts. */
    Iterator<Located> of(Located whole) {
        if (whole.type() instanceof StructType struct) {
            return types.members(struct).stream()
                    .map(member -> member(whole, member))
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
