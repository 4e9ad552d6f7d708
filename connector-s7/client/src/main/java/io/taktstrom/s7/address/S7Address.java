package io.taktstrom.s7.address;

import io.taktstrom.model.DataType;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7Struct;
import io.taktstrom.s7.value.S7Type;
import org.jspecify.annotations.Nullable;

/**
 * Where a variable lies in an S7 CPU and what it is: the one form of all dialects.
 *
 * @param dbNumber of the data block, 1 to 65535; 0 in other areas
 * @param offset first byte; in the timer and counter areas the number of the first element
 * @param bit 0 to 7 of that byte for a {@code BOOL} and an array of them, otherwise 0
 * @param type with string length and array bounds
 */
public record S7Address(S7Area area, int dbNumber, int offset, int bit, S7Type type) {

    /** A pointer on the wire is 24 bits and counts bits. */
    private static final int MAX_OFFSET = (1 << 21) - 1;

    /** Timers and counters have a number of 16 bits. */
    private static final int MAX_NUMBER = 65_535;

    public S7Address {
        if (area == S7Area.DATA_BLOCK ? dbNumber < 1 || dbNumber > 65_535 : dbNumber != 0) {
            throw new IllegalArgumentException("data block " + dbNumber + "; its number is from 1 to 65535");
        }
        if (bit < 0 || bit > 7) {
            throw new IllegalArgumentException("bit " + bit + "; a byte has the bits 0 to 7");
        }
        if (bit > 0 && !S7TypeNames.isBits(type)) {
            throw new IllegalArgumentException("bit " + bit + " of a " + type.text() + "; only a BOOL has one");
        }
        if (area.isNumbered() != isNumbered(type)
                || (area.isNumbered() && S7TypeNames.element(type) != elementOf(area))) {
            throw new IllegalArgumentException("a " + type.text() + " in area " + area.letter() + "; "
                    + (area.isNumbered()
                            ? "it has a " + elementOf(area)
                            : "a TIMER is in area T, a COUNTER in area C"));
        }
        if (bit > 0 && type instanceof S7Array array && array.bounds().size() > 1) {
            throw new IllegalArgumentException(
                    "bit " + bit + " of a " + type.text() + "; an array with several dimensions starts with bit 0");
        }
        int most = area.isNumbered() ? MAX_NUMBER : MAX_OFFSET;
        long end = offset + (long) (area.isNumbered() ? count(type) : bytes(type, bit));
        if (offset < 0 || end > most + 1L) {
            throw new IllegalArgumentException((area.isNumbered() ? "number " : "byte ")
                    + (offset < 0 ? offset : end - 1) + "; the last one of area " + area.letter() + " is " + most);
        }
    }

    /**
     * Reads an address in any {@linkplain AddressDialect dialect}; the text says which. Case does not matter.
     *
     * @throws IllegalArgumentException when it is none; the message says at which column, and what would be right
     */
    public static S7Address parse(String text) {
        return new AddressParser(text, null).parse();
    }

    /**
     * Reads the address of a data point, which may state its type.
     *
     * @param stated decides what an address without a type is ({@code DB1.DBD4}, a {@code REAL}); must fit that of an
     *     address that names one; null when the point states none
     * @throws IllegalArgumentException also when the two do not go together
     */
    public static S7Address parse(String text, @Nullable DataType stated) {
        return new AddressParser(text, stated).parse();
    }

    /** As {@link AddressDialect#STEP7} writes it; of a structure where it starts. */
    public String text() {
        return S7TypeNames.element(type) instanceof S7Struct
                ? AddressDialect.place(this)
                : AddressDialect.STEP7.print(this);
    }

    /** Bytes to transfer; for bits all bytes that have one of them. */
    public int wireBytes() {
        return bytes(type, bit);
    }

    private static int bytes(S7Type type, int bit) {
        // A row of bits that starts inside a byte may end in one byte more.
        return type instanceof S7Array array && bit > 0 ? (bit + array.count() + 7) / 8 : type.wireBytes();
    }

    private static int count(S7Type type) {
        return type instanceof S7Array array ? array.count() : 1;
    }

    private static boolean isNumbered(S7Type type) {
        return S7TypeNames.element(type) == S7Scalar.TIMER || S7TypeNames.element(type) == S7Scalar.COUNTER;
    }

    private static S7Scalar elementOf(S7Area area) {
        return area == S7Area.TIMER ? S7Scalar.TIMER : S7Scalar.COUNTER;
    }
}
