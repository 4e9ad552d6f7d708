package io.taktstrom.benchmarks.paired;

import java.util.Locale;

/**
 * What one contender did in one slice of time.
 *
 * @param operations how many
 * @param nanos in how long
 * @param p50 median latency in nanoseconds
 * @param p99 of the latency in nanoseconds
 * @param allocated bytes that all threads of the process allocated; -1 where that cannot be told
 * @param cpuNanos CPU time of the process; -1 where that cannot be told
 * @param stealTicks hundredths of a second that other guests of the host took from the machine meanwhile; -1 where nobody
 *     looked
 */
public record Slice(long operations, long nanos, long p50, long p99, long allocated, long cpuNanos, long stealTicks) {

    private static final int WORDS = 7;
    private static final double NANOS_PER_TICK = 1e7;
    /** Of its time; with more, what it measured is the neighbour's. */
    private static final double MAX_STOLEN = 0.02;

    /** One during which nobody looked at what was stolen. */
    public Slice(long operations, long nanos, long p50, long p99, long allocated, long cpuNanos) {
        this(operations, nanos, p50, p99, allocated, cpuNanos, -1);
    }

    Slice withStealTicks(long newStealTicks) {
        return new Slice(operations, nanos, p50, p99, allocated, cpuNanos, newStealTicks);
    }

    /** Whether others took so much of the machine that the slice says little. */
    public boolean isDirty() {
        return stealTicks * NANOS_PER_TICK > MAX_STOLEN * nanos;
    }

    /** The line that a worker prints, or that the run keeps. */
    public String line() {
        String line =
                String.format(Locale.ROOT, "slice %d %d %d %d %d %d", operations, nanos, p50, p99, allocated, cpuNanos);
        return stealTicks < 0 ? line : line + " " + stealTicks;
    }

    /** Of a {@link #line}. */
    public static Slice parse(String line) {
        String[] words = line.strip().split(" ", -1);
        if (words.length < WORDS || words.length > WORDS + 1 || !words[0].equals("slice")) {
            throw new IllegalArgumentException("no slice, but: " + line);
        }
        return new Slice(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]),
                words.length > WORDS ? Long.parseLong(words[WORDS]) : -1);
    }

    public double perSecond() {
        return operations * 1e9 / nanos;
    }

    public double allocatedPerOperation() {
        return allocated < 0 ? Double.NaN : (double) allocated / operations;
    }

    public double cpuMicrosPerOperation() {
        return cpuNanos < 0 ? Double.NaN : cpuNanos / 1e3 / operations;
    }
}
