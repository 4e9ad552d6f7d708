package io.taktstrom.benchmarks.ads;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.benchmarks.paired.Operation;
import org.HdrHistogram.Histogram;

/**
 * Does an operation at fixed moments, whether or not the one before is done in time: CONTENDER URI RATE MILLIS. Latency
 * counts from the moment at which the operation should have begun, so a stall shows in all that it delays. Prints
 * {@code paced operations p50 p99 p99.9 max}, nanoseconds.
 */
final class OpenLoopContender {

    /** Below this a sleep would end too late. */
    private static final long SPIN_NANOS = 20_000;

    private OpenLoopContender() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long period = 1_000_000_000L / Long.parseLong(args[2]);
        long millis = Long.parseLong(args[3]);
        try (Operation operation = AdsContender.operation(args[0], args[1])) {
            pace(operation, period, Math.min(3000, millis));
            Histogram latency = pace(operation, period, millis);
            out.println("paced " + latency.getTotalCount() + " " + latency.getValueAtPercentile(50) + " "
                    + latency.getValueAtPercentile(99) + " " + latency.getValueAtPercentile(99.9) + " "
                    + latency.getMaxValue());
        }
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
