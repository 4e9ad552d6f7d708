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
 */
public record Slice(long operations, long nanos, long p50, long p99, long allocated, long cpuNanos) {

    /** The line that a worker prints. */
    String line() {
        return String.format(Locale.ROOT, "slice %d %d %d %d %d %d", operations, nanos, p50, p99, allocated, cpuNanos);
    }

    static Slice parse(String line) {
        String[] words = line.strip().split(" ", -1);
        if (words.length != 7 || !words[0].equals("slice")) {
            throw new IllegalArgumentException("no slice, but: " + line);
        }
        return new Slice(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]));
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
