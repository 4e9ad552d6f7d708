package io.taktstrom.runtime;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;

/** The system's clocks, of which the epoch clock can be set. */
final class SteppedClock implements EpochNanoClock {

    private final AtomicLong step = new AtomicLong();

    void step(Duration by) {
        step.addAndGet(by.toNanos());
    }

    @Override
    public long epochNanos() {
        return EpochNanoClock.system().epochNanos() + step.get();
    }

    @Override
    public long nanoTime() {
        return EpochNanoClock.system().nanoTime();
    }
}
