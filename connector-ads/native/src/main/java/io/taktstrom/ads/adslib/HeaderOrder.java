package io.taktstrom.ads.adslib;

/**
 * The two layouts of {@code AdsNotificationHeader} that libraries are built with, 16 bytes each, little-endian:
 *
 * <pre>
 *               0                4                8                12
 *   TcAdsDll    handle           time, 8 bytes                     size      (and AdsLib with BHF_ADS_USE_TWINCAT_ORDER)
 *   AdsLib      time, 8 bytes                     handle           size
 * </pre>
 *
 * <p>Nothing says which it is. The first sample shows it whose bytes are a time of our age one way, and not the other. A
 * sample for which both are, or neither (a device without a clock), is taken for the likelier, and settles nothing.
 * Thread-safe.
 */
final class HeaderOrder {

    /** 1980 and 2200 as FILETIME: what lies between is a time of our age. */
    private static final long FIRST = 119_600_064_000_000_000L;

    private static final long LAST = 189_025_920_000_000_000L;

    private static final int UNKNOWN = 0;
    private static final int HANDLE_FIRST = 1;
    private static final int TIME_FIRST = 2;

    private volatile int known = UNKNOWN;

    static int size(long second) {
        return (int) (second >>> 32);
    }

    /** The FILETIME of a header. */
    long time(long first, long second) {
        int order = known;
        return (order == UNKNOWN ? detect(first, second) : order) == TIME_FIRST
                ? first
                : timeBehindHandle(first, second);
    }

    private static long timeBehindHandle(long first, long second) {
        return first >>> 32 | second << 32;
    }

    private int detect(long first, long second) {
        boolean timeFirst = isOfOurAge(first);
        boolean handleFirst = isOfOurAge(timeBehindHandle(first, second));
        if (timeFirst != handleFirst) {
            known = timeFirst ? TIME_FIRST : HANDLE_FIRST;
            return known;
        }
        return HANDLE_FIRST;
    }

    private static boolean isOfOurAge(long time) {
        return time >= FIRST && time <= LAST;
    }
}
