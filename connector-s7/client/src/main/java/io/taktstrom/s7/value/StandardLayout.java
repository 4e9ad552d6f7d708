package io.taktstrom.s7.value;

import java.util.ArrayList;
import java.util.List;

/**
 * Gives the fields of a structure or data block their places by the rules of blocks with standard (not optimised) access.
 * One use, one thread.
 *
 * <pre>
 *  BOOL                      next bit
 *  BYTE CHAR SINT USINT      next byte
 *  all larger, STRING, ARRAY, STRUCT        next even byte
 *  what follows STRING, ARRAY, STRUCT       next even byte; so has a structure an even size
 * </pre>
 *
 * @see "S7-SCL V5.3 for S7-300/400, complex data types: begins and ends at a WORD boundary"
 */
public final class StandardLayout {

    private final String name;
    private final List<S7Struct.Field> fields = new ArrayList<>();
    private long nextBit;
    private boolean wasComposite;

    /** Of the structure. */
    public StandardLayout(String name) {
        this.name = name;
    }

    /**
     * Places a field behind those before it.
     *
     * @throws IllegalArgumentException when the structure becomes larger than 2 GiB
     */
    public void add(String fieldName, S7Type type) {
        add(fieldName, type, false);
    }

    /**
     * As {@link #add(String, S7Type)}.
     *
     * @param even whether it starts at an even byte, whatever its type: the first one in a section of a function block
     */
    public void add(String fieldName, S7Type type, boolean even) {
        boolean composite = type instanceof S7String || type instanceof S7Array || type instanceof S7Struct;
        long start = nextBit;
        if (even || wasComposite || composite || type.wireBytes() > 1) {
            start = align(start, 16);
        } else if (type != S7Scalar.BOOL) {
            start = align(start, 8);
        }
        nextBit = type == S7Scalar.BOOL ? start + 1 : start + 8L * type.wireBytes();
        if (nextBit / 8 >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException("structure " + name + " is larger than any block");
        }
        wasComposite = composite;
        fields.add(new S7Struct.Field(fieldName, type, (int) (start / 8), (int) (start % 8)));
    }

    /** The structure, with at least one field. */
    public S7Struct build() {
        return new S7Struct(name, fields, (int) (align(nextBit, 16) / 8));
    }

    private static long align(long bit, int bits) {
        return (bit + bits - 1) / bits * bits;
    }
}
