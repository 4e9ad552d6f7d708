package io.taktstrom.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An array, row-major, its elements' images side by side.
 *
 * @param element what it holds; not itself an array: further dimensions are further bounds
 * @param bounds one per dimension, outermost first; none for an array of any length in one dimension
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
        bounds = List.copyOf(bounds);
        if (element.imageBytes() == 0) {
            throw new IllegalArgumentException("an array's elements must have a size");
        }
        long bytes = element.imageBytes();
        for (Bound bound : bounds) {
            bytes = Math.multiplyExact(bytes, bound.count());
            if (bytes > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("array of " + bytes + " bytes is too large");
            }
        }
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
        for (Bound bound : bounds) {
            bytes *= bound.count();
        }
        return bytes;
    }

    @Override
    public int arenaBytes() {
        return imageBytes();
    }
}
