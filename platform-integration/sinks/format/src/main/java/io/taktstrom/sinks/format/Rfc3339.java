package io.taktstrom.sinks.format;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_SECOND;

/**
 * Times as {@code 2026-11-21T07:05:09.000000001Z}, in quotes where that is wanted. What is as it was in the call before is not made again: the day, the second,
 * or all of it.
 *
 * <p>Hot: allocates only when the day is another. One thread.
 */
final class Rfc3339 {

    private static final int SECONDS_PER_DAY = 86_400;

    private static final int HOUR = 11;
    private static final int MINUTE = 14;
    private static final int SECOND = 17;
    private static final int NANOS = 20;
    private static final int NANOS_END = 29;

    private final byte[] text;
    /** Where the time begins in the text. */
    private final int begin;

    private long day = Long.MIN_VALUE;
    private long second = Long.MIN_VALUE;
    private int nanos;

    /** @param quote what stands before and behind each */
    Rfc3339(String quote) {
        text = (quote + "0000-00-00T00:00:00.000000000Z" + quote).getBytes(StandardCharsets.US_ASCII);
        begin = quote.length();
    }

    void write(long epochNanos, TextBuffer out) {
        long itsSecond = Math.floorDiv(epochNanos, NANOS_PER_SECOND);
        if (itsSecond != second) {
            setSecond(itsSecond);
        }
        int itsNanos = (int) (epochNanos - itsSecond * NANOS_PER_SECOND);
        if (itsNanos != nanos) {
            Digits.write(itsNanos, text, begin + NANOS, begin + NANOS_END);
            nanos = itsNanos;
        }
        out.bytes(text);
    }

    private void setSecond(long itsSecond) {
        long itsDay = Math.floorDiv(itsSecond, SECONDS_PER_DAY);
        if (itsDay != day) {
            byte[] date = LocalDate.ofEpochDay(itsDay).toString().getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(date, 0, text, begin, date.length);
            day = itsDay;
        }
        int ofDay = (int) (itsSecond - itsDay * SECONDS_PER_DAY);
        Digits.pair(ofDay / 3600, text, begin + HOUR);
        Digits.pair(ofDay / 60 % 60, text, begin + MINUTE);
        Digits.pair(ofDay % 60, text, begin + SECOND);
        second = itsSecond;
    }
}
