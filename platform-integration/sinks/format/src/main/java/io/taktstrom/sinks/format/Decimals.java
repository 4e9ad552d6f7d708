package io.taktstrom.sinks.format;

import java.math.BigInteger;

/**
 * Floating-point numbers in the fewest digits that give the same number back, and of those the closest.
 *
 * <p>The method is Schubfach: R. Giulietti, "The Schubfach way to render doubles" (2020). The names are those of the
 * paper: a number is {@code c * 2^q}, its decimal {@code d * 10^k}. Hot. Allocates nothing.
 */
final class Decimals {

    /** Bits of the fraction of a double and of a float, and the exponent of their smallest numbers. */
    private static final int DOUBLE_BITS = 52;

    private static final int FLOAT_BITS = 23;
    private static final int DOUBLE_Q_MIN = -1074;
    private static final int FLOAT_Q_MIN = -149;

    /** Numbers below 10^-6 and from 10^16 on are written with an exponent. */
    private static final int SMALLEST_PLAIN = -6;

    private static final int LARGEST_PLAIN = 15;

    private static final long LOW_63 = Long.MAX_VALUE;

    private Decimals() {}

    static void writeReal(float value, TextBuffer out) {
        int bits = Float.floatToRawIntBits(value);
        write(bits < 0, bits & 0x7F_FFFF, bits >>> FLOAT_BITS & 0xFF, FLOAT_BITS, FLOAT_Q_MIN, out);
    }

    static void writeLreal(double value, TextBuffer out) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> DOUBLE_BITS) & 0x7FF;
        write(bits < 0, bits & 0xF_FFFF_FFFF_FFFFL, exponent, DOUBLE_BITS, DOUBLE_Q_MIN, out);
    }

    private static void write(boolean negative, long fraction, int exponent, int bits, int qMin, TextBuffer out) {
        if (negative) {
            out.put('-');
        }
        if (exponent == 0) {
            write(fraction, qMin, false, out);
        } else {
            // Below a power of two the next number is only half as far away.
            boolean nearerBelow = fraction == 0 && exponent > 1;
            write(fraction | 1L << bits, qMin + exponent - 1, nearerBelow, out);
        }
    }

    private static void write(long c, int q, boolean nearerBelow, TextBuffer out) {
        if (c == 0) {
            out.decimal(0, 0);
            return;
        }
        if (q <= 0 && q > -Long.SIZE && ((c >>> -q) << -q) == c) {
            // A whole number.
            plain(c >>> -q, 0, out);
            return;
        }
        int k = nearerBelow ? floorLog10OfThreeQuarters(q) : floorLog10(q);
        plain(shortest(c, q, nearerBelow, k), k, out);
    }

    /** The d of the paper, with at most a digit more than is needed besides zeros at its end. */
    private static long shortest(long c, int q, boolean nearerBelow, int k) {
        long odd = c & 1;
        int h = q + floorLog2(-k) + 2;
        long g1 = Powers.high(k);
        long g0 = Powers.low(k);
        long value = 4 * c;
        long middle = roundToOdd(g1, g0, value << h);
        long lower = roundToOdd(g1, g0, (value - (nearerBelow ? 1 : 2)) << h) + odd;
        long upper = roundToOdd(g1, g0, (value + 2) << h) - odd;
        long s = middle >>> 2;
        if (s >= 10) {
            long below = s / 10 * 10;
            boolean belowFits = lower <= 4 * below;
            if (belowFits != 4 * (below + 10) <= upper) {
                return belowFits ? below : below + 10;
            }
        }
        boolean downFits = lower <= 4 * s;
        if (downFits != 4 * (s + 1) <= upper) {
            return downFits ? s : s + 1;
        }
        long beyondHalf = middle - 2 * (s + s + 1);
        return beyondHalf < 0 || (beyondHalf == 0 && (s & 1) == 0) ? s : s + 1;
    }

    /** {@code g * cp / 2^126}, its last bit set where that is not exact. */
    private static long roundToOdd(long g1, long g0, long cp) {
        long x1 = Math.multiplyHigh(g0, cp);
        long y0 = g1 * cp;
        long z = (y0 >>> 1) + x1;
        long w = Math.multiplyHigh(g1, cp) + (z >>> 63);
        return w | (((z & LOW_63) + LOW_63) >>> 63);
    }

    /** Writes {@code d * 10^k} without the zeros at the end of d. */
    private static void plain(long d, int k, TextBuffer out) {
        long m = d;
        int scale = k;
        // By constants: a compiler makes multiplications of these divisions.
        while (m % 100_000_000 == 0) {
            m /= 100_000_000;
            scale += 8;
        }
        if (m % 10_000 == 0) {
            m /= 10_000;
            scale += 4;
        }
        if (m % 100 == 0) {
            m /= 100;
            scale += 2;
        }
        if (m % 10 == 0) {
            m /= 10;
            scale++;
        }
        int digits = Digits.count(m);
        int exponent = scale + digits - 1;
        if (exponent < SMALLEST_PLAIN || exponent > LARGEST_PLAIN) {
            out.decimal(m, digits - 1);
            out.put('E');
            out.number(exponent);
        } else if (scale >= 0) {
            out.decimal(m * Digits.powerOfTen(scale), 0);
        } else {
            out.decimal(m, -scale);
        }
    }

    /** The largest k where {@code 10^k <= 2^q}, for every q that a double can have. */
    private static int floorLog10(int q) {
        return (int) ((q * 661_971_961_083L) >> 41);
    }

    /** The same for {@code 3/4 * 2^q}. */
    private static int floorLog10OfThreeQuarters(int q) {
        return (int) ((q * 661_971_961_083L - 274_743_187_321L) >> 41);
    }

    /** The largest n where {@code 2^n <= 10^e}. */
    private static int floorLog2(int e) {
        return (int) ((e * 913_124_641_741L) >> 38);
    }

    /** The g of the paper: 126 bits of each 10^-k, in two parts of 63. */
    private static final class Powers {

        private static final int K_MIN = floorLog10(DOUBLE_Q_MIN);
        private static final int K_MAX = 292;
        private static final int BITS = 126;
        private static final long[] G = new long[2 * (K_MAX - K_MIN + 1)];

        static {
            for (int k = K_MIN; k <= K_MAX; k++) {
                int shift = BITS - 1 - floorLog2(-k);
                BigInteger power = BigInteger.TEN.pow(Math.abs(k));
                BigInteger floor = k > 0 ? BigInteger.ONE.shiftLeft(shift).divide(power) : power.shiftLeft(shift);
                BigInteger g = floor.add(BigInteger.ONE);
                G[2 * (k - K_MIN)] = g.shiftRight(63).longValueExact();
                G[2 * (k - K_MIN) + 1] = g.longValue() & LOW_63;
            }
        }

        static long high(int k) {
            return G[2 * (k - K_MIN)];
        }

        static long low(int k) {
            return G[2 * (k - K_MIN) + 1];
        }
    }
}
