package io.taktstrom.sinks.format;

import tools.jackson.core.io.NumberOutput;

/**
 * Floating-point numbers in the fewest digits that give the same number back.
 *
 * <p>Hot. Allocates nothing where at most 15 digits do, so for nearly every {@code REAL}; other numbers cost one short
 * string.
 */
final class Decimals {

    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    /** Up to here the product of a number and a power of ten is less than half a unit from the integer it stands for. */
    private static final double LARGEST_SCALED = 0x1p51;

    /** A number that m / 10^k rounds to is not further from it, both times 10^k: generous, since it only saves divisions. */
    private static final double TOLERANCE_OF_A_DOUBLE = 0x1p-50;

    private static final double TOLERANCE_OF_A_FLOAT = 0x1p-22;

    /** From here on a float has digits that it does not need. */
    private static final double LARGEST_EXACT_FLOAT = 0x1p24;

    /** The bits of a double below those of a float, and their value halfway between two floats. */
    private static final long BELOW_FLOAT = 0x1FFF_FFFFL;

    private static final long HALFWAY = 0x1000_0000L;

    private Decimals() {}

    static void writeReal(float value, TextBuffer out) {
        if (!writeShort(value, true, out)) {
            out.ascii(NumberOutput.toString(value, true));
        }
    }

    static void writeLreal(double value, TextBuffer out) {
        if (!writeShort(value, false, out)) {
            out.ascii(NumberOutput.toString(value, true));
        }
    }

    /**
     * Looks for the smallest k where {@code value = m / 10^k}. Both m and the power are exact as doubles, so IEEE 754
     * division rounds as reading the decimal would.
     */
    private static boolean writeShort(double value, boolean single, TextBuffer out) {
        double magnitude = Math.abs(value);
        boolean plain =
                magnitude == 0 || (magnitude >= 1e-6 && magnitude < (single ? LARGEST_EXACT_FLOAT : LARGEST_SCALED));
        if (!plain) {
            return false;
        }
        double tolerance = single ? TOLERANCE_OF_A_FLOAT : TOLERANCE_OF_A_DOUBLE;
        for (int k = 0; k < POWERS_OF_TEN.length; k++) {
            double scaled = magnitude * POWERS_OF_TEN[k];
            if (scaled >= LARGEST_SCALED) {
                return false;
            }
            long m = (long) (scaled + 0.5);
            // A division for the right k only, or nearly: most of the time is spent there otherwise.
            if (Math.abs(scaled - m) <= scaled * tolerance) {
                double back = m / POWERS_OF_TEN[k];
                if (single ? isSameFloat(back, magnitude) : back == magnitude) {
                    if (Double.doubleToRawLongBits(value) < 0) {
                        out.put('-');
                    }
                    out.decimal(m, k);
                    return true;
                }
            }
        }
        return false;
    }

    /** A double halfway between two floats is left out: the decimal that it came from may lie on the other side. */
    private static boolean isSameFloat(double back, double wanted) {
        return (float) back == wanted && (Double.doubleToRawLongBits(back) & BELOW_FLOAT) != HALFWAY;
    }
}
