package io.taktstrom.opcua.simulator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.opcua.simulator.model.BuiltinType;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;

/** Counts the cycles of one length since the simulator started. Thread-safe. */
final class CycleClock {

    private final EpochNanoClock clock;
    private final long startNanos;
    private final long startEpochNanos;
    private final long cycleNanos;

    CycleClock(EpochNanoClock clock, long startNanos, long startEpochNanos, long cycleNanos) {
        this.clock = clock;
        this.startNanos = startNanos;
        this.startEpochNanos = startEpochNanos;
        this.cycleNanos = cycleNanos;
    }

    long cycleNanos() {
        return cycleNanos;
    }

    /** The number of the cycle that it is now. */
    long now() {
        return Math.floorDiv(clock.nanoTime() - startNanos, cycleNanos);
    }

    /** When a cycle began: the time of the values in it. */
    DateTime time(long cycle) {
        return BuiltinType.time(startEpochNanos + cycle * cycleNanos);
    }

    /** Nanoseconds until a cycle begins; 0 or less if it has. */
    long nanosUntil(long cycle) {
        return startNanos + cycle * cycleNanos - clock.nanoTime();
    }
}
