package io.taktstrom.s7.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;
import static io.taktstrom.data.EpochNanoClock.NANOS_PER_SECOND;

/**
 * DATE_AND_TIME. Hot: allocates nothing.
 *
 * <pre>
 *  0      1       2     3      4        5        6            7
 *  +------+-------+-----+------+--------+--------+------------+-----------------------+
 *  | year | month | day | hour | minute | second | ms / 10    | ms % 10 | day of week |   all BCD
 *  +------+-------+-----+------+--------+--------+------------+-----------------------+
 *   90..99: 19xx, 00..89: 20xx                                           1 = Sunday
 * </pre>
 *
 * @see "S7-SCL V5.3 for S7-300/400, DATE_AND_TIME data type"
 */
final class DateAndTime {

    private static final int FIRST_YEAR = 1990;
    private static final int LAST_YEAR = 2089;

    private DateAndTime() {}

    static long bits(ByteBuffer wire, int at) {
        int yearOfCentury = Bcd.two(wire.get(at));
        int year = yearOfCentury + (yearOfCentury < FIRST_YEAR % 100 ? 2000 : 1900);
        int month = Bcd.two(wire.get(at + 1));
        int day = Bcd.two(wire.get(at + 2));
        int hour = Bcd.two(wire.get(at + 3));
        int minute = Bcd.two(wire.get(at + 4));
        int second = Bcd.two(wire.get(at + 5));
        int centis = Bcd.two(wire.get(at + 6));
        // Without the day of the week, which says nothing new and which programs leave at 0.
        int milli = (wire.get(at + 7) >> 4) & 0xF;
        boolean valid = yearOfCentury != Bcd.NO_NUMBER
                && Calendar.isDate(year, month, day)
                && Calendar.isTime(hour, minute, second)
                && centis != Bcd.NO_NUMBER
                && milli <= 9;
        if (!valid) {
            return S7Scalar.INVALID;
        }
        long seconds = (hour * 60L + minute) * 60 + second;
        return Calendar.epochDay(year, month, day) * Calendar.NANOS_PER_DAY
                + seconds * NANOS_PER_SECOND
                + (10L * centis + milli) * NANOS_PER_MILLI;
    }

    static int put(long bits, ByteBuffer wire, int at) {
        long epochDay = Math.floorDiv(bits, Calendar.NANOS_PER_DAY);
        long nanoOfDay = Math.floorMod(bits, Calendar.NANOS_PER_DAY);
        int year = Calendar.year(epochDay);
        if (year < FIRST_YEAR || year > LAST_YEAR || nanoOfDay % NANOS_PER_MILLI != 0) {
            return StatusCode.BAD_OUT_OF_RANGE;
        }
        int second = (int) (nanoOfDay / NANOS_PER_SECOND);
        int milli = (int) (nanoOfDay % NANOS_PER_SECOND / NANOS_PER_MILLI);
        wire.put(at, Bcd.two(year, 1));
        wire.put(at + 1, Bcd.two(Calendar.month(epochDay), 1));
        wire.put(at + 2, Bcd.two(Calendar.day(epochDay), 1));
        wire.put(at + 3, Bcd.two(second, 3600));
        wire.put(at + 4, Bcd.two(second / 60 % 60, 1));
        wire.put(at + 5, Bcd.two(second % 60, 1));
        wire.put(at + 6, Bcd.two(milli, 10));
        wire.put(at + 7, (byte) (((milli % 10) << 4) | Calendar.weekday(epochDay)));
        return StatusCode.GOOD;
    }
}
