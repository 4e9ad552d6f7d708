package io.taktstrom.sinks.format;

import java.time.LocalDate;

/**
 * Times as {@code 2026-11-21T07:05:09.000000001Z}. Hot: allocates only when the day differs from that of the call
 * before. One thread.
 */
final class Rfc3339 {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;

    private long day = Long.MIN_VALUE;
    private String date = "";

    void write(long epochNanos, TextBuffer out) {
        long itsDay = Math.floorDiv(epochNanos, NANOS_PER_DAY);
        if (itsDay != day) {
            date = LocalDate.ofEpochDay(itsDay).toString();
            day = itsDay;
        }
        long nanoOfDay = Math.floorMod(epochNanos, NANOS_PER_DAY);
        long second = nanoOfDay / NANOS_PER_SECOND;
        out.ascii(date);
        out.put('T');
        out.digits(second / 3600, 2);
        out.put(':');
        out.digits(second / 60 % 60, 2);
        out.put(':');
        out.digits(second % 60, 2);
        out.put('.');
        out.digits(nanoOfDay % NANOS_PER_SECOND, 9);
        out.put('Z');
    }
}
