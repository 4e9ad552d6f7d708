package io.taktstrom.stream.source;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;

/**
 * When something happened, as the system's clock would have it now: setting that clock makes it neither younger nor
 * older. From when it is seen first its age is measured by the monotonic clock, so that stamping it does not take two readings of
 * clocks. Thread-safe.
 *
 * <pre>
 *  stamped 12:00:00    seen 12:00:01    the clock is set to 13:00:01    asked 10 s later: 13:00:00, so 11 s ago
 * </pre>
 */
final class SteadyTime {

    /** Less is not a step: the clock is pulled by a time service, or was read twice with a pause between. */
    private static final long STEP_NANOS = 20_000_000;

    private final EpochNanoClock clock;
    private long stamp = SampleBatch.NO_TIME;
    /** When it was, by the monotonic clock. */
    private long happened;

    private long looked;

    SteadyTime(EpochNanoClock clock) {
        this.clock = clock;
        looked = clock.nanoTime();
    }

    /**
     * A time as the clock would have it now.
     *
     * @param latest when it happened last, as it was stamped then; {@link SampleBatch#NO_TIME} for never
     */
    synchronized long of(long latest) {
        long nanos = clock.nanoTime();
        long epoch = clock.epochNanos();
        if (latest != stamp) {
            // It is younger than the look before, whatever the clocks have said meanwhile.
            happened = nanos - Math.min(Math.max(0, epoch - latest), nanos - looked);
            stamp = latest;
        }
        looked = nanos;
        if (stamp == SampleBatch.NO_TIME) {
            return stamp;
        }
        long now = epoch - (nanos - happened);
        return Math.abs(now - stamp) < STEP_NANOS ? stamp : now;
    }
}
