package io.taktstrom.s7.address;

import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7Type;
import org.jspecify.annotations.Nullable;

/** The letter by which STEP 7 says how wide an operand is. */
enum Width {
    /** None: the type says it. */
    NONE(S7Scalar.BOOL, 0),
    /** A bit; also what has no letter of its own. */
    X(S7Scalar.BOOL, 0),
    B(S7Scalar.BYTE, 1),
    W(S7Scalar.WORD, 2),
    D(S7Scalar.DWORD, 4);

    private final S7Scalar natural;
    private final int bytes;

    Width(S7Scalar natural, int bytes) {
        this.natural = natural;
        this.bytes = bytes;
    }

    static @Nullable Width of(String letter) {
        return switch (letter) {
            case "X" -> X;
            case "B" -> B;
            case "W" -> W;
            case "D" -> D;
            default -> null;
        };
    }

    /** The default type of such an operand. */
    S7Scalar natural() {
        return natural;
    }

    /** The letter that STEP 7 has for a type. */
    static Width of(S7Type type) {
        if (S7TypeNames.isBits(type)) {
            return X;
        }
        S7Type element = S7TypeNames.element(type);
        return switch (element instanceof S7Scalar ? element.wireBytes() : 1) {
            case 2 -> W;
            case 4 -> D;
            default -> B;
        };
    }

    /**
     * A letter for a byte starts what has no letter: texts, structures and types of 8 bytes and more. So does bit 0, as in
     * STEP 7's pointers ({@code P#DB1.DBX20.0}), and it starts arrays too; but a number is not at a bit.
     */
    void check(S7Type type) {
        if (this == NONE) {
            return;
        }
        S7Type element = S7TypeNames.element(type);
        int size = element.wireBytes();
        boolean hasLetter = element instanceof S7Scalar && size <= D.bytes;
        boolean bits = S7TypeNames.isBits(type);
        boolean fits = this == X
                ? bits || !hasLetter || type instanceof S7Array
                : !bits && (hasLetter ? size == bytes : this == B);
        if (!fits) {
            throw new IllegalArgumentException("a " + name() + " address of a " + type.text() + ", which "
                    + (hasLetter
                            ? "takes " + (bits ? "bits" : size == 1 ? "a byte" : size + " bytes")
                            : "starts at a byte")
                    + "; " + of(type) + " is right");
        }
    }
}
