package io.taktstrom.opcua.protocol;

/** DateTime (OPC 10000-6, 5.2.2.5): units of 100 ns since 1601-01-01; 0 means none. */
public final class UaTime {

    /** From 1601 to 1970. */
    private static final long EPOCH_TICKS = 116_444_736_000_000_000L;

    private static final long NANOS_PER_TICK = 100;

    private static final long MAX_TICKS = Long.MAX_VALUE / NANOS_PER_TICK;

    private UaTime() {}

    /** Whether epoch nanoseconds can express the time: those of the years 1678 to 2262 can. */
    public static boolean isInRange(long ticks) {
        return ticks >= EPOCH_TICKS - MAX_TICKS && ticks <= EPOCH_TICKS + MAX_TICKS;
    }

    /** Epoch nanoseconds; the nearest that there are when out of range. */
    public static long toEpochNanos(long ticks) {
        long clamped = Math.max(EPOCH_TICKS - MAX_TICKS, Math.min(EPOCH_TICKS + MAX_TICKS, ticks));
        return (clamped - EPOCH_TICKS) * NANOS_PER_TICK;
    }

    /**
     * Epoch nanoseconds of a time stamp.
     *
     * @param none what to give for 0 and for times that nanoseconds cannot express
     */
    public static long toEpochNanos(long ticks, long none) {
        return ticks == 0 || !isInRange(ticks) ? none : toEpochNanos(ticks);
    }

    /** Whether a tick is fine enough. */
    public static boolean isWhole(long epochNanos) {
        return epochNanos % NANOS_PER_TICK == 0;
    }

    public static long toTicks(long epochNanos) {
        return epochNanos / NANOS_PER_TICK + EPOCH_TICKS;
    }
}
