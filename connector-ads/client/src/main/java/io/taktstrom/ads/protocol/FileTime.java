package io.taktstrom.ads.protocol;

/**
 * Time as ADS sends it: an unsigned count of 100 ns since 1601-01-01 UTC (Windows FILETIME).
 *
 * <p>ADS means this unit wherever a vendor page says "nanoseconds" (InfoSys "AdsNotificationHeader" against
 * "tcadscommon"; the captured frames agree with the former).
 */
public final class FileTime {

    /** 1970-01-01 UTC in 100 ns since 1601-01-01 UTC: 369 years with 89 leap days. */
    public static final long UNIX_EPOCH = (369L * 365 + 89) * 24 * 3600 * 10_000_000;

    private static final long NANOS_PER_TICK = 100;
    private static final long FIRST = UNIX_EPOCH + Long.MIN_VALUE / NANOS_PER_TICK;
    private static final long LAST = UNIX_EPOCH + Long.MAX_VALUE / NANOS_PER_TICK;

    private FileTime() {}

    /**
     * Epoch nanoseconds, which reach from 1677 to 2262.
     *
     * @param fileTime unsigned
     * @return {@link Long#MIN_VALUE} for an earlier time, {@link Long#MAX_VALUE} for a later one
     */
    public static long toEpochNanos(long fileTime) {
        if (Long.compareUnsigned(fileTime, FIRST) < 0) {
            return Long.MIN_VALUE;
        }
        if (Long.compareUnsigned(fileTime, LAST) > 0) {
            return Long.MAX_VALUE;
        }
        return (fileTime - UNIX_EPOCH) * NANOS_PER_TICK;
    }

    /** The tick that the time lies in; never negative. */
    public static long fromEpochNanos(long epochNanos) {
        return UNIX_EPOCH + Math.floorDiv(epochNanos, NANOS_PER_TICK);
    }
}
