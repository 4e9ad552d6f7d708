package io.taktstrom.ads.simulator.plc;

import io.taktstrom.ads.protocol.FileTime;
import io.taktstrom.data.EpochNanoClock;

/**
 * Numbers the task's cycles and says when each is due. While no notification needs every cycle the number follows from the clock;
 * while the task runs, from the task. It never goes back. Guarded by the simulation's lock.
 */
public final class TaskClock {

    /** How far the system's clock may run away from ours before time stamps follow it. */
    private static final long MAX_DRIFT_NANOS = 1_000_000;

    private final EpochNanoClock clock;
    private final long cycleNanos;

    /** When cycle 0 was due, on the monotonic clock and on the wall's. */
    private long baseNanos;

    private long baseEpochNanos;
    private boolean live;
    private long cycle;

    public TaskClock(EpochNanoClock clock, long cycleNanos) {
        this.clock = clock;
        this.cycleNanos = cycleNanos;
        this.baseNanos = clock.nanoTime();
        this.baseEpochNanos = clock.epochNanos();
    }

    public long cycleNanos() {
        return cycleNanos;
    }

    /** Whether it may go on while the task sleeps longer. */
    public boolean isTurnedByHand() {
        return clock != EpochNanoClock.system();
    }

    /** Looks at the clock, unless the task counts. To be called once per request, which sees one cycle only. */
    public void look() {
        if (!live) {
            cycle = Math.max(cycle, Math.floorDiv(clock.nanoTime() - baseNanos, cycleNanos));
        }
    }

    /** Number of the last cycle that was due when the clock was read. */
    public long cycle() {
        return cycle;
    }

    public boolean isLive() {
        return live;
    }

    /** From now on the task counts. */
    public void goLive() {
        look();
        live = true;
        followWallClock();
    }

    /** From now on the clock counts. */
    public void goIdle() {
        live = false;
    }

    /** Starts the next cycle. */
    public void advance() {
        cycle++;
    }

    /** How long until the next cycle is due; negative if it is late. */
    public long nanosToNext() {
        look();
        return baseNanos + (cycle + 1) * cycleNanos - clock.nanoTime();
    }

    /** All cycles from the next one on are due later: the task could not keep up. */
    public void postpone(long nanos) {
        baseNanos += nanos;
        baseEpochNanos += nanos;
        followWallClock();
    }

    /** Follows a wall clock that was set; to be called every now and then. */
    public void followWallClock() {
        long epoch = clock.epochNanos() - (clock.nanoTime() - baseNanos);
        if (Math.abs(epoch - baseEpochNanos) > MAX_DRIFT_NANOS) {
            baseEpochNanos = epoch;
        }
    }

    /** When the current cycle was due, as FILETIME. */
    public long fileTime() {
        return FileTime.fromEpochNanos(baseEpochNanos + cycle * cycleNanos);
    }
}
