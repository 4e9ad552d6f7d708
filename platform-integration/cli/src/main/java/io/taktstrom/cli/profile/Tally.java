package io.taktstrom.cli.profile;

import java.time.Duration;

import org.HdrHistogram.Histogram;

/** Counts of one thing: a connection's reads, a stream's batches, a place in the code. One thread. */
final class Tally {

    private static final int DIGITS = 3;

    private final Histogram nanos = new Histogram(DIGITS);
    private final Histogram waits = new Histogram(DIGITS);
    private long events;
    private long amount;
    private long bytes;
    private long total;

    /** @param of samples, points, polls; {@code more} bytes */
    Tally add(long of, long more) {
        events++;
        amount += of;
        bytes += more;
        return this;
    }

    /** How long it took. */
    Tally took(Duration duration) {
        long value = Math.max(0, duration.toNanos());
        nanos.recordValue(value);
        total += value;
        return this;
    }

    /** How long it had waited. */
    Tally waited(Duration duration) {
        waits.recordValue(Math.max(0, duration.toNanos()));
        return this;
    }

    long events() {
        return events;
    }

    long amount() {
        return amount;
    }

    long bytes() {
        return bytes;
    }

    long totalNanos() {
        return total;
    }

    long nanosAt(double percentile) {
        return nanos.getValueAtPercentile(percentile);
    }

    long waitAt(double percentile) {
        return waits.getValueAtPercentile(percentile);
    }
}
