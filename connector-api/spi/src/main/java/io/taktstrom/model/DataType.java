package io.taktstrom.model;

/**
 * The type of a data point: IEC 61131-3 types, and arrays and structures of them.
 *
 * <p>Every type has a <em>memory image</em>: little-endian bytes in the layout that the type states. Arrays and
 * structures travel as images; scalars and strings have a form of their own (see {@code SampleBatch}).
 */
public sealed interface DataType permits ScalarType, StringType, EnumType, ArrayType, StructType {

    /** The type as IEC 61131-3 writes it, for example {@code ARRAY[1..3] OF DINT}. */
    String text();

    /** Size of the memory image in bytes; at least 1, but 0 for an array of any length. */
    int imageBytes();

    /**
     * The most arena bytes that one sample of this type takes in a batch; 0 for scalars and enumerations, and for an array
     * of any length, which is unknown.
     */
    int arenaBytes();

    /** Whether a sample's value is its 64 bits; otherwise it is bytes in the batch's arena. */
    default boolean isInline() {
        return this instanceof ScalarType || this instanceof EnumType;
    }

    /**
     * Reads a type from text: a scalar type's name, {@code STRING}, {@code STRING(n)}, {@code WSTRING(n)} or
     * {@code ARRAY[l..u, ...] OF type} or {@code ARRAY[*] OF type}. Case does not matter, {@code []} may replace {@code ()}.
     *
     * @throws IllegalArgumentException when the text is none of these; the message says where and what would be right
     */
    static DataType parse(String text) {
        return new DataTypeParser(text).parse();
    }
}
