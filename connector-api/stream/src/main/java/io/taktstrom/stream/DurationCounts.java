package io.taktstrom.stream;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * How often durations occurred. Below 32 microseconds a count for each half microsecond, from there on 64 counts for each
 * doubling, which is precise to one percent. Counts are made for the doublings that occur, 0.5 kB for each.
 *
 * <p>Any number of threads; a count is lost by none of the methods.
 */
final class DurationCounts {

    static final long MAX_NANOS = Duration.ofMinutes(10).toNanos();

    /** The smallest difference that counts, as a shift: 512 ns. */
    private static final int UNIT = 9;

    private static final int PART_BITS = 6;
    private static final int PARTS = 1 << PART_BITS;
    private static final int DOUBLINGS = doublingOf(MAX_NANOS >>> UNIT) + 1;

    private final AtomicReferenceArray<AtomicLongArray> doublings = new AtomicReferenceArray<>(DOUBLINGS);

    /** A range of durations and how often they occurred. */
    @FunctionalInterface
    interface Reader {
        /**
         * Takes one range.
         *
         * @param nanos the middle of the range
         */
        void accept(long nanos, long count);
    }

    /** Hot. Allocates once for each doubling. */
    void add(long nanos, long count) {
        long units = Math.min(Math.max(nanos, 0), MAX_NANOS) >>> UNIT;
        int doubling = doublingOf(units);
        of(doubling).getAndAdd((int) (units >>> shiftOf(doubling)) & (PARTS - 1), count);
    }

    private AtomicLongArray of(int doubling) {
        AtomicLongArray there = doublings.get(doubling);
        if (there == null) {
            doublings.compareAndSet(doubling, null, new AtomicLongArray(PARTS));
            there = doublings.get(doubling);
        }
        return there;
    }

    /** Moves all counts. Whoever calls this is the only one to call it for both. */
    void drainTo(DurationCounts other) {
        for (int doubling = 0; doubling < DOUBLINGS; doubling++) {
            AtomicLongArray parts = doublings.get(doubling);
            for (int i = 0; parts != null && i < PARTS; i++) {
                if (parts.get(i) != 0) {
                    other.of(doubling).getAndAdd(i, parts.getAndSet(i, 0));
                }
            }
        }
    }

    /** What occurred, the shortest first. */
    void read(Reader reader) {
        for (int doubling = 0; doubling < DOUBLINGS; doubling++) {
            AtomicLongArray parts = doublings.get(doubling);
            for (int i = 0; parts != null && i < PARTS; i++) {
                long count = parts.get(i);
                if (count != 0) {
                    reader.accept(middleOf(doubling, i), count);
                }
            }
        }
    }

    long total() {
        long sum = 0;
        for (int doubling = 0; doubling < DOUBLINGS; doubling++) {
            sum += total(doubling);
        }
        return sum;
    }

    private long total(int doubling) {
        AtomicLongArray parts = doublings.get(doubling);
        long sum = 0;
        for (int i = 0; parts != null && i < PARTS; i++) {
            sum += parts.getPlain(i);
        }
        return sum;
    }

    /** The duration that so many of those in both did not exceed; 0 without any. */
    static long quantile(DurationCounts one, DurationCounts other, double quantile) {
        long total = one.total() + other.total();
        if (total == 0) {
            return 0;
        }
        // From the longest on: what is asked for is there as a rule.
        long left = total - Math.max(1, (long) Math.ceil(quantile * total));
        for (int doubling = DOUBLINGS - 1; doubling >= 0; doubling--) {
            long here = one.total(doubling) + other.total(doubling);
            if (here <= left) {
                left -= here;
                continue;
            }
            for (int i = PARTS - 1; i >= 0; i--) {
                long count = one.count(doubling, i) + other.count(doubling, i);
                if (count > left) {
                    return middleOf(doubling, i);
                }
                left -= count;
            }
        }
        return 0;
    }

    private long count(int doubling, int part) {
        AtomicLongArray parts = doublings.get(doubling);
        return parts == null ? 0 : parts.getPlain(part);
    }

    private static int doublingOf(long units) {
        return Math.max(0, Long.SIZE - PART_BITS - Long.numberOfLeadingZeros(units));
    }

    /** The first two have the same width. */
    private static int shiftOf(int doubling) {
        return Math.max(0, doubling - 1);
    }

    private static long middleOf(int doubling, int part) {
        int shift = shiftOf(doubling);
        long units = doubling == 0 ? part : (long) (PARTS + part) << shift;
        long width = 1L << (UNIT + shift);
        return units == 0 ? 0 : (units << UNIT) + width / 2;
    }
}
