package io.taktstrom.s7.value;

import io.taktstrom.model.DataType;

/**
 * A type as an S7 CPU stores it: big-endian, in the layout of blocks with standard access.
 *
 * <p>Immutable and thread-safe. What a value of it becomes in a sample is its {@link #dataType}.
 */
public sealed interface S7Type permits S7Scalar, S7String, S7Array, S7Struct {

    /** The type as STEP 7 writes it, for example {@code STRING[30]} or {@code ARRAY[1..3] OF DINT}. */
    String text();

    /** Bytes that a value takes in the CPU, from the byte where it starts; for a {@code BOOL} the byte that has its bit. */
    int wireBytes();

    /**
     * The type of its samples: the IEC type of the same name, but for types whose range only the 64-bit form of the model
     * holds, see {@link S7Scalar}.
     */
    DataType dataType();
}
