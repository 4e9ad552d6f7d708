package io.taktstrom.model;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An array, row-major, its elements' images side by side.
 *
 * @param element what it holds; given an array, this one takes over its element and has its dimensions as further ones
 * @param bounds one per dimension, outermost first; none for an array of any length, which has one dimension
 */
public record ArrayType(DataType element, List<Bound> bounds) implements DataType {

    /** First and last index of one dimension, both included. */
    public record Bound(int lower, int upper) {
        public Bound {
            if (upper < lower || (long) upper - lower >= Integer.MAX_VALUE) {
                throw new IllegalArgumentException("array bound " + lower + ".." + upper + " is empty or too large");
            }
        }

        public int count() {
            return upper - lower + 1;
        }
    }

    public ArrayType {
        if (element instanceof ArrayType inner) {
            if (bounds.isEmpty() || inner.bounds.isEmpty()) {
                throw anyLengthHasOneDimension();
            }
            bounds = Stream.concat(bounds.stream(), inner.bounds.stream()).toList();
            element = inner.element;
        }
        bounds = List.copyOf(bounds);
        long bytes = element.imageBytes();
        for (Bound bound : bounds) {
            bytes *= bound.count();
            if (bytes > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("array of " + bytes + " bytes is too large");
            }
        }
    }

    static IllegalArgumentException anyLengthHasOneDimension() {
        return new IllegalArgumentException(
                "an array of any length has one dimension: ARRAY[*] OF a type that is not an array");
    }

    /** {@code ARRAY[0..count-1] OF element}. */
    public static ArrayType of(DataType element, int count) {
        return new ArrayType(element, List.of(new Bound(0, count - 1)));
    }

    /** Number of elements over all dimensions; 0 for an array of any length. */
    public int count() {
        return imageBytes() / element.imageBytes();
    }

    @Override
    public String text() {
        String range = bounds.stream()
                .map(bound -> bound.lower() + ".." + bound.upper())
                .collect(Collectors.joining(","));
        return "ARRAY[" + (bounds.isEmpty() ? "*" : range) + "] OF " + element.text();
    }

    @Override
    public int imageBytes() {
        if (bounds.isEmpty()) {
            return 0;
        }
        int bytes = element.imageBytes();
        // Writes ask for it: by index, as an iterator would be an object.
        for (int i = 0; i < bounds.size(); i++) {
            bytes *= bounds.get(i).count();
        }
        return bytes;
    }

    @Override
    public int arenaBytes() {
        return imageBytes();
    }
}
