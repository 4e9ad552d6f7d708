package io.taktstrom.opcua.simulator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.opcua.server.type.BuiltinType;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;

/** Counts the cycles of one length since the simulator started. Thread-safe. */
record CycleClock(EpochNanoClock clock, long startNanos, long startEpochNanos, long cycleNanos) {

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
