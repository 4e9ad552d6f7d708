package io.taktstrom.stream;

import java.util.concurrent.atomic.LongAdder;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.stream.log.SampleLog;

/** What a pipeline's buffer on disk does. Thread-safe; measuring allocates nothing. */
public final class SpillMeter {

    private final SampleLog log;
    private final EpochNanoClock clock;
    private final LongAdder written = new LongAdder();
    private final LongAdder read = new LongAdder();

    SpillMeter(SampleLog log, EpochNanoClock clock) {
        this.log = log;
        this.clock = clock;
    }

    void wrote(int samples) {
        written.add(samples);
    }

    void read(int samples) {
        read.add(samples);
    }

    /** Bytes on disk. */
    public long bytes() {
        return log.bytes();
    }

    /** Samples on disk that were not acknowledged. */
    public long samples() {
        return log.unacknowledged();
    }

    /** Since when the oldest samples are there, epoch nanoseconds; {@link SampleBatch#NO_TIME} when none are, or it is not known. */
    long oldestAt() {
        return log.oldestAt();
    }

    /** How long the oldest samples have been there, as far as it is known; 0 when the buffer is empty. */
    public double oldestSeconds() {
        long at = log.oldestAt();
        return at == SampleBatch.NO_TIME ? 0 : Math.max(0, (clock.epochNanos() - at) / 1e9);
    }

    /** Samples written. */
    public long written() {
        return written.sum();
    }

    /** Samples read back. */
    public long read() {
        return read.sum();
    }

    /** Samples that a former run had left. */
    public long recovered() {
        return log.recovered();
    }

    /** Samples of those that may have reached the receiver before, and so may be there twice. */
    public long repeated() {
        return log.repeated();
    }
}
