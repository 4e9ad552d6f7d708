package io.taktstrom.ads.simulator;

import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.simulator.plc.TaskClock;
import io.taktstrom.ads.simulator.protocol.AdsCounter;

/**
 * The PLC's task: one cycle after the other on an absolute schedule, as long as there are notifications; otherwise it
 * sleeps. Late cycles are caught up, none is skipped: a counter never jumps. If the task cannot keep up, the
 * schedule is postponed.
 */
final class PlcTask implements Runnable {

    /** A task that is later than this postpones its schedule instead of catching up. */
    private static final long MAX_LATENESS_NANOS = 200_000_000;
    /** Cycles caught up under the lock; then requests get it. */
    private static final int MAX_CYCLES_AT_ONCE = 64;
    /** How long the end of the simulator may go unnoticed. */
    private static final long MAX_PARK_NANOS = 50_000_000;
    /** How long a clock that is turned by hand may. */
    private static final long MAX_PARK_BY_HAND_NANOS = 1_000_000;

    private final SimulatedPlc simulation;
    private final TaskClock clock;
    private final long spinNanos;
    private final long maxParkNanos;

    /** @param spinNanos before a cycle is due, the task stays awake for so long, to be on time */
    PlcTask(SimulatedPlc simulation, long spinNanos) {
        this.simulation = simulation;
        this.clock = simulation.taskClock;
        this.spinNanos = spinNanos;
        this.maxParkNanos = clock.isTurnedByHand() ? MAX_PARK_BY_HAND_NANOS : MAX_PARK_NANOS;
    }

    @Override
    public void run() {
        try {
            while (!simulation.isClosed()) {
                long wait = doWork();
                if (wait > spinNanos) {
                    LockSupport.parkNanos(Math.min(wait - spinNanos, maxParkNanos));
                } else {
                    Thread.onSpinWait();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs the cycles that are due; returns how long until the next one. */
    private long doWork() throws InterruptedException {
        synchronized (simulation) {
            if (!simulation.notifications.needCycles()) {
                sleep();
            }
            long wait = clock.nanosToNext();
            for (int i = 0; wait <= 0 && i < MAX_CYCLES_AT_ONCE; i++) {
                if (wait < -MAX_LATENESS_NANOS) {
                    clock.postpone(-wait);
                    simulation.counters.increment(AdsCounter.OVERRUNS);
                }
                simulation.cycle();
                wait = clock.nanosToNext();
            }
            return wait;
        }
    }

    private void sleep() throws InterruptedException {
        clock.goIdle();
        while (!clock.isLive() && !simulation.isClosed()) {
            simulation.wait();
        }
    }
}
