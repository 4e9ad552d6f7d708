package io.taktstrom.sinks.format;

/** Digits of a number, two at a time: a division for each would be most of what a number costs. Hot. */
final class Digits {

    private static final int PAIRS = 100;
    private static final byte[] TEXT = new byte[2 * PAIRS];
    private static final long[] POWERS_OF_TEN = new long[19];

    static {
        long power = 1;
        for (int i = 0; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = power;
            power *= 10;
        }
        for (int i = 0; i < PAIRS; i++) {
            TEXT[2 * i] = (byte) ('0' + i / 10);
            TEXT[2 * i + 1] = (byte) ('0' + i % 10);
        }
    }

    private Digits() {}

    /** Writes the last digits of a number that is not negative, with leading zeros where it has fewer. */
    static void write(long number, byte[] to, int from, int end) {
        long rest = number;
        int at = end;
        while (rest > Integer.MAX_VALUE && at - from >= 2) {
            long next = rest / PAIRS;
            at -= 2;
            pair((int) (rest - next * PAIRS), to, at);
            rest = next;
        }
        int small = (int) (rest > Integer.MAX_VALUE ? rest % 10 : rest);
        for (; at - from >= 2; at -= 2) {
            int next = small / PAIRS;
            pair(small - next * PAIRS, to, at - 2);
            small = next;
        }
        if (at > from) {
            to[from] = (byte) ('0' + small % 10);
        }
    }

    /** Writes a number of two digits. */
    static void pair(int number, byte[] to, int at) {
        to[at] = TEXT[2 * number];
        to[at + 1] = TEXT[2 * number + 1];
    }

    /** 10^exponent, up to 10^18. */
    static long powerOfTen(int exponent) {
        return POWERS_OF_TEN[exponent];
    }

    /** How many digits a number has that is neither negative nor larger than 10^18. */
    static int count(long number) {
        long one = number | 1;
        // 1233 / 4096 is the logarithm of 2.
        int least = ((Long.SIZE - Long.numberOfLeadingZeros(one)) * 1233) >>> 12;
        return one < POWERS_OF_TEN[least] ? least : least + 1;
    }
}
