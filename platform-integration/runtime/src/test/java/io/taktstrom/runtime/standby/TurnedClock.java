package io.taktstrom.runtime.standby;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;

/** Clocks of one machine, which only tests turn. One thread. */
final class TurnedClock implements EpochNanoClock {

    private long nanos;
    private long epoch = 1_700_000_000_000_000_000L;

    void pass(Duration time) {
        nanos += time.toNanos();
        epoch += time.toNanos();
    }

    /** The machine is suspended, or its wall clock is set. */
    void sleep(Duration time) {
        epoch += time.toNanos();
    }

    @Override
    public long epochNanos() {
        return epoch;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }
}
