package io.taktstrom.benchmarks.worker;

import java.util.concurrent.locks.LockSupport;

import org.HdrHistogram.Histogram;

/**
 * Does an operation at fixed moments, whether or not the one before is done in time. Latency counts from the moment at
 * which the operation should have begun, so a stall shows in all that it delays.
 */
public final class OpenLoop {

    private static final long WARM_UP_MILLIS = 3000;
    /** Below this a sleep would end too late. */
    private static final long SPIN_NANOS = 20_000;

    private OpenLoop() {}

    /**
     * Warms up, and measures.
     *
     * @param period nanoseconds from one to the next
     * @return {@code paced operations p50 p99 p99.9 max}, nanoseconds
     */
    public static String paced(Operation operation, long period, long millis) throws Exception {
        pace(operation, period, Math.min(WARM_UP_MILLIS, millis));
        Histogram latency = pace(operation, period, millis);
        return "paced " + latency.getTotalCount() + " " + latency.getValueAtPercentile(50) + " "
                + latency.getValueAtPercentile(99) + " " + latency.getValueAtPercentile(99.9) + " "
                + latency.getMaxValue();
    }

    private static Histogram pace(Operation operation, long period, long millis) throws Exception {
        Histogram latency = new Histogram(1, 60_000_000_000L, 3);
        long due = System.nanoTime() + period;
        long end = due + millis * 1_000_000;
        for (; due < end; due += period) {
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                if (left > SPIN_NANOS) {
                    LockSupport.parkNanos(left - SPIN_NANOS);
                } else {
                    Thread.onSpinWait();
                }
            }
            operation.once();
            latency.recordValue(System.nanoTime() - due);
        }
        return latency;
    }
}
