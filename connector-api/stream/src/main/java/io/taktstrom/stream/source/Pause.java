package io.taktstrom.stream.source;

import java.util.function.BooleanSupplier;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.stream.IdleStrategy;

/** Waits that can be cut short: set the condition, then unpark the thread. */
record Pause(EpochNanoClock clock, IdleStrategy idle) {

    void upTo(long nanos, BooleanSupplier wakeUp) {
        long deadline = clock.nanoTime() + nanos;
        while (!wakeUp.getAsBoolean() && clock.nanoTime() < deadline) {
            idle.idle(clock, deadline);
            // Whoever interrupts us has said so otherwise too; left set, it would keep the thread from parking.
            Thread.interrupted();
        }
    }
}
