package io.taktstrom.s7.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;

/**
 * Numbers in binary-coded decimal: a digit in four bits. Hot: allocates nothing.
 *
 * <pre>
 *  S5TIME, timer   | 0 0 base | digit | digit | digit |    base: 0 10 ms, 1 100 ms, 2 1 s, 3 10 s
 *  counter         | 0        | digit | digit | digit |
 * </pre>
 *
 * @see "SIMATIC STEP 7, format of the data type S5TIME"
 */
final class Bcd {

    static final int NO_NUMBER = -1;

    private static final int MAX_COUNT = 999;
    private static final long NANOS_PER_CENTI = 10_000_000;

    private Bcd() {}

    /** Two digits, or {@link #NO_NUMBER}. */
    static int two(int value) {
        int tens = (value >> 4) & 0xF;
        int ones = value & 0xF;
        return tens > 9 || ones > 9 ? NO_NUMBER : 10 * tens + ones;
    }

    static byte two(int number, int divisor) {
        int value = number / divisor % 100;
        return (byte) (((value / 10) << 4) | (value % 10));
    }

    private static int three(int value) {
        int low = two(value);
        int hundreds = (value >> 8) & 0xF;
        return low == NO_NUMBER || hundreds > 9 ? NO_NUMBER : 100 * hundreds + low;
    }

    private static int threeDigits(long number) {
        int value = (int) number;
        return ((value / 100) << 8) | ((value / 10 % 10) << 4) | (value % 10);
    }

    static long s5Time(short value) {
        int number = three(value);
        if (number == NO_NUMBER) {
            return S7Scalar.INVALID;
        }
        long unit = NANOS_PER_CENTI;
        for (int base = (value >> 12) & 3; base > 0; base--) {
            unit *= 10;
        }
        return number * unit;
    }

    /** With the finest time base that has room. */
    static int putS5Time(long nanos, ByteBuffer wire, int at) {
        long unit = NANOS_PER_CENTI;
        int base = 0;
        while (base < 3 && nanos / unit > MAX_COUNT) {
            unit *= 10;
            base++;
        }
        if (nanos < 0 || nanos / unit > MAX_COUNT || nanos % unit != 0) {
            return StatusCode.BAD_OUT_OF_RANGE;
        }
        wire.putShort(at, (short) ((base << 12) | threeDigits(nanos / unit)));
        return StatusCode.GOOD;
    }

    static long counter(short value) {
        int number = three(value);
        return number == NO_NUMBER ? S7Scalar.INVALID : number;
    }

    static int putCounter(long number, ByteBuffer wire, int at) {
        if (number < 0 || number > MAX_COUNT) {
            return StatusCode.BAD_OUT_OF_RANGE;
        }
        wire.putShort(at, (short) threeDigits(number));
        return StatusCode.GOOD;
    }
}
