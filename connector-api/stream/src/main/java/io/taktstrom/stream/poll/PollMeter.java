package io.taktstrom.stream.poll;

import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.event.OverrunEvent;
import io.taktstrom.stream.Timings;

/** What pollers of one scan have measured, over all of its sessions. Thread-safe; recording allocates nothing. */
public final class PollMeter {

    private final String connection;
    private final String scan;
    private final Timings lateness;
    private final Timings jitter;
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

    /** How long after its scheduled moment each poll began. */
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

    void onPoll() {
        polls.incrementAndGet();
    }

    void onFailure() {
        failures.incrementAndGet();
    }

    void onOverruns(long count) {
        overruns.addAndGet(count);
        OverrunEvent.tell(connection, scan, count);
    }

    void onSinkFailure() {
        sinkFailures.incrementAndGet();
    }
}
