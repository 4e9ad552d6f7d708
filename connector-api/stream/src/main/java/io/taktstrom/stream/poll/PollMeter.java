package io.taktstrom.stream.poll;

import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.event.OverrunEvent;
import io.taktstrom.stream.Timings;

/** What pollers of one scan have measured, over all of its sessions. Thread-safe; recording allocates nothing. */
public final class PollMeter {

    /** A computer that was suspended has skipped millions. */
    private static final long LATENESS_STEPS = 1_000;

    private final String connection;
    private final String scan;
    private final Timings lateness;
    private final Timings jitter;
    private volatile long beganNanos;
    private final AtomicLong polls = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong overruns = new AtomicLong();
    private final AtomicLong sinkFailures = new AtomicLong();

    /** Of pollers that belong to no scan. */
    public PollMeter(EpochNanoClock clock) {
        this(clock, "", "");
    }

    /**
     * @param clock says which timings are recent
     * @param connection whose scan it is, for Flight Recorder
     */
    public PollMeter(EpochNanoClock clock, String connection, String scan) {
        this.connection = connection;
        this.scan = scan;
        lateness = new Timings(clock);
        jitter = new Timings(clock);
    }

    /** How long after its scheduled moment each poll began; of a moment that was skipped, how late it was by then. */
    public Timings lateness() {
        return lateness;
    }

    /** By how much the time between two polls differed from the scheduled one, either way. */
    public Timings jitter() {
        return jitter;
    }

    /** Reads that were begun. */
    public long polls() {
        return polls.get();
    }

    /** Reads that failed as a whole. */
    public long failures() {
        return failures.get();
    }

    /** Scheduled moments that were skipped because an earlier poll still ran, or the thread did not. */
    public long overruns() {
        return overruns.get();
    }

    /** How often the sink has thrown an exception. */
    public long sinkFailures() {
        return sinkFailures.get();
    }

    /** When the latest read began, on the monotonic clock of the schedule. */
    public long beganNanos() {
        return beganNanos;
    }

    void onPoll(long nowNanos) {
        beganNanos = nowNanos;
        polls.incrementAndGet();
    }

    void onFailure() {
        failures.incrementAndGet();
    }

    /**
     * Moments were skipped.
     *
     * @param lateness how late the first of them is
     * @param cycle by which each is less late than the one before
     */
    void onOverruns(long count, long lateness, long cycle) {
        overruns.addAndGet(count);
        long step = (count + LATENESS_STEPS - 1) / LATENESS_STEPS;
        for (long done = 0; done < count; done += step) {
            this.lateness.record(lateness - done * cycle, Math.min(step, count - done));
        }
        OverrunEvent.tell(connection, scan, count);
    }

    void onSinkFailure() {
        sinkFailures.incrementAndGet();
    }
}
