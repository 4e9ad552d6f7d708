package io.taktstrom.stream.gather;

import java.time.Duration;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;

/**
 * What one round of a gather has brought: one sample for each point, and how far they are apart. Valid until the next round of
 * the same gather; {@link SampleBatch#copyFrom} keeps the samples.
 */
public final class Gathered {

    private final List<GatherPart> parts;
    private final int[] statuses;
    private final long[] nanos;
    private SampleBatch batch;
    private long askedAt;
    private long spanNanos;
    private long earliest;
    private long latest;

    Gathered(List<GatherPart> parts, SampleBatch batch) {
        this.parts = parts;
        this.batch = batch;
        statuses = new int[parts.size()];
        nanos = new long[parts.size()];
    }

    void begin(SampleBatch into, EpochNanoClock clock) {
        batch = into;
        askedAt = clock.epochNanos();
        earliest = Long.MAX_VALUE;
        latest = Long.MIN_VALUE;
    }

    void part(int part, int status, long tookNanos) {
        statuses[part] = status;
        nanos[part] = tookNanos;
    }

    void moment(long time) {
        if (time != SampleBatch.NO_TIME) {
            earliest = Math.min(earliest, time);
            latest = Math.max(latest, time);
        }
    }

    void end(long nanosOfAll) {
        spanNanos = nanosOfAll;
    }

    /** One sample for each point, in the order of the parts and of their points. */
    public SampleBatch batch() {
        return batch;
    }

    /** In the order in which the gather has them. */
    public List<GatherPart> parts() {
        return parts;
    }

    /** Good when a part has answered, whatever its samples are; otherwise why it has not. */
    public int statusOf(int part) {
        return statuses[part];
    }

    /** How long a part took; negative when it did not come to its end in time. */
    public long nanosOf(int part) {
        return nanos[part];
    }

    /** Whether each sample has a value. */
    public boolean isComplete() {
        for (int i = 0; i < batch.size(); i++) {
            if (StatusCode.isBad(batch.statusAt(i))) {
                return false;
            }
        }
        return batch.size() > 0;
    }

    /** When the devices were asked, epoch nanoseconds. */
    public long askedAt() {
        return askedAt;
    }

    /** From the first question to the last answer: by our clock, no two samples are further apart than this. */
    public Duration span() {
        return Duration.ofNanos(spanNanos);
    }

    /**
     * From the earliest to the latest time among samples that have a value: the device's where it says one, otherwise when the
     * answer came. The clocks of devices may differ, and that is in it. Zero without samples.
     */
    public Duration skew() {
        return Duration.ofNanos(latest < earliest ? 0 : latest - earliest);
    }
}
