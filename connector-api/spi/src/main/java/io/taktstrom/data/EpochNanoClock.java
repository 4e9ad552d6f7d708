package io.taktstrom.data;

/** Both of our clocks, injected so that tests can turn them. Implementations are thread-safe and allocate nothing. */
public interface EpochNanoClock {

    long NANOS_PER_MILLI = 1_000_000;

    long NANOS_PER_SECOND = 1_000_000_000;

    /** Nanoseconds since 1970-01-01T00:00Z. For time stamps: it follows the system's clock, so it may jump. */
    long epochNanos();

    /** Nanoseconds since some moment, only ever forward. For durations and deadlines. */
    long nanoTime();

    /** The system's clocks. */
    static EpochNanoClock system() {
        return SystemEpochNanoClock.INSTANCE;
    }
}
