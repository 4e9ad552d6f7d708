package io.taktstrom.s7.value;

import java.util.List;
import java.util.stream.Collectors;

import io.taktstrom.model.ArrayType;

/**
 * An array, row by row. Elements larger than a byte start at even bytes; those of a {@code BOOL} array are bits, and each
 * row of it starts with a new byte.
 *
 * @param element what it holds, no array
 * @param bounds one per dimension, outermost first, 1 to 6 of them
 */
public record S7Array(S7Type element, List<ArrayType.Bound> bounds) implements S7Type {

    /** STEP 7: most dimensions. */
    private static final int MAX_DIMENSIONS = 6;

    /** The largest block of any CPU, and more than the protocol can address. */
    private static final long MAX_BYTES = 16L << 20;

    public S7Array {
        bounds = List.copyOf(bounds);
        if (element instanceof S7Array) {
            throw new IllegalArgumentException("an array of arrays; give one array all dimensions");
        }
        if (bounds.isEmpty() || bounds.size() > MAX_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "an array with " + bounds.size() + " dimensions; 1 to " + MAX_DIMENSIONS + " are right");
        }
        long bytes = 1;
        for (ArrayType.Bound bound : bounds) {
            bytes *= bound.count();
            if (bytes * element.wireBytes() > MAX_BYTES) {
                throw new IllegalArgumentException("an array larger than " + MAX_BYTES + " bytes");
            }
        }
    }

    /** {@code ARRAY[0..count-1] OF element}. */
    public static S7Array of(S7Type element, int count) {
        return new S7Array(element, List.of(new ArrayType.Bound(0, count - 1)));
    }

    /** Whether its elements are bits. */
    public boolean isBits() {
        return element == S7Scalar.BOOL;
    }

    /** Number of elements over all dimensions. */
    public int count() {
        int count = 1;
        // Hot: by index, as an iterator would be an object.
        for (int i = 0; i < bounds.size(); i++) {
            count *= bounds.get(i).count();
        }
        return count;
    }

    /** Elements of one row: of the innermost dimension. */
    public int rowCount() {
        return bounds.get(bounds.size() - 1).count();
    }

    /** Bytes of one row. */
    public int rowBytes() {
        return isBits() ? (rowCount() + 7) / 8 : rowCount() * stride();
    }

    /** Bytes from one element to the next; for bits 0. */
    public int stride() {
        if (isBits()) {
            return 0;
        }
        int bytes = element.wireBytes();
        return bytes == 1 ? 1 : bytes + (bytes & 1);
    }

    @Override
    public String text() {
        return bounds.stream()
                        .map(bound -> bound.lower() + ".." + bound.upper())
                        .collect(Collectors.joining(",", "ARRAY[", "] OF "))
                + element.text();
    }

    @Override
    public int wireBytes() {
        return count() / rowCount() * rowBytes();
    }

    @Override
    public ArrayType dataType() {
        return new ArrayType(element.dataType(), bounds);
    }
}
