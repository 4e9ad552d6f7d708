package io.taktstrom.cli.doctor;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** How precisely this machine keeps time, measured. */
final class TimingChecks {

    private static final int WAKE_UPS = 250;
    private static final long PERIOD_NANOS = 1_000_000;
    private static final long SPIN_NANOS = 250_000_000;
    private static final long WARM_UP_NANOS = 50_000_000;

    private static final long LATE_NANOS = 1_000_000;
    private static final double MUCH_STEAL = 0.01;

    private TimingChecks() {}

    static List<Finding> measure(SystemFiles system) {
        long[] before = processorTimes(system);
        Finding timer = timer(lateness());
        Finding spin = spin(longestGap());
        return List.of(timer, spin, steal(before, processorTimes(system)));
    }

    /** Sorted nanoseconds by which a waiting thread woke up late, on a schedule of one millisecond. */
    private static long[] lateness() {
        long[] late = new long[WAKE_UPS];
        long due = System.nanoTime() + PERIOD_NANOS;
        for (int i = 0; i < WAKE_UPS; i++) {
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            late[i] = System.nanoTime() - due;
            due += PERIOD_NANOS;
        }
        Arrays.sort(late);
        return late;
    }

    static Finding timer(long[] sorted) {
        long p99 = sorted[sorted.length * 99 / 100];
        String text = String.format(
                Locale.ROOT,
                "a thread that waits for each millisecond wakes up late by %.0f us (median), %.0f us (99 %%)",
                sorted[sorted.length / 2] / 1e3,
                p99 / 1e3);
        return p99 > LATE_NANOS
                ? Finding.watch(
                        "timer", text, "stop what else runs, or give Java a real-time priority: chrt -f 50 java ...")
                : Finding.good("timer", text);
    }

    /** The longest time for which a thread that never waits did not run. */
    private static long longestGap() {
        long end = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        long longest = 0;
        long last = System.nanoTime();
        for (end = last + SPIN_NANOS; last < end; ) {
            long now = System.nanoTime();
            longest = Math.max(longest, now - last);
            last = now;
        }
        return longest;
    }

    static Finding spin(long longestGapNanos) {
        String text = String.format(
                Locale.ROOT, "a spinning thread was interrupted for at most %.0f us", longestGapNanos / 1e3);
        return longestGapNanos > LATE_NANOS
                ? Finding.watch(
                        "spinning", text, "keep the idle strategy park (the default); spinning needs a core of its own")
                : Finding.good("spinning", text);
    }

    /** All time and stolen time of all processors, in ticks; zeros where it is not known. */
    private static long[] processorTimes(SystemFiles system) {
        String[] fields =
                system.read("proc/stat").lines().findFirst().orElse("").split(" +", -1);
        long all = 0;
        for (int i = 1; i < Math.min(fields.length, 9); i++) {
            all += Long.parseLong(fields[i]);
        }
        return new long[] {all, fields.length > 8 ? Long.parseLong(fields[8]) : 0};
    }

    static Finding steal(long[] before, long[] after) {
        double share = (double) (after[1] - before[1]) / Math.max(1, after[0] - before[0]);
        String text = String.format(Locale.ROOT, "%.1f %% of the processors' time", share * 100);
        return share > MUCH_STEAL
                ? Finding.watch("stolen time", text, "the host runs other machines: measure on real hardware")
                : Finding.good("stolen time", text);
    }
}
