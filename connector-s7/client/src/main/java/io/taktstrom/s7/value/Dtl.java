package io.taktstrom.s7.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_SECOND;

/**
 * DTL. Hot: allocates nothing.
 *
 * <pre>
 *  0      2       3     4         5      6        7        8             12
 *  +------+-------+-----+---------+------+--------+--------+-------------+
 *  | year | month | day | weekday | hour | minute | second | nanoseconds |   all binary, unsigned
 *  +------+-------+-----+---------+------+--------+--------+-------------+
 *                        1 = Sunday
 * </pre>
 *
 * @see "SIMATIC S7-1200 system manual, table of the DTL elements"
 */
final class Dtl {

    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2262;

    private Dtl() {}

    static long bits(ByteBuffer wire, int at) {
        int year = wire.getShort(at) & 0xFFFF;
        int month = wire.get(at + 2) & 0xFF;
        int day = wire.get(at + 3) & 0xFF;
        int hour = wire.get(at + 5) & 0xFF;
        int minute = wire.get(at + 6) & 0xFF;
        int second = wire.get(at + 7) & 0xFF;
        long nanos = wire.getInt(at + 8) & 0xFFFF_FFFFL;
        boolean valid = year >= FIRST_YEAR
                && year <= LAST_YEAR
                && Calendar.isDate(year, month, day)
                && Calendar.isTime(hour, minute, second)
                && nanos < NANOS_PER_SECOND;
        if (!valid) {
            return S7Scalar.INVALID;
        }
        long seconds = (hour * 60L + minute) * 60 + second;
        long nanoOfDay = seconds * NANOS_PER_SECOND + nanos;
        long start = Calendar.epochDay(year, month, day) * Calendar.NANOS_PER_DAY;
        // 2262-04-11 is the day on which the nanoseconds since 1970 no longer fit into 64 bits.
        return start < 0 || start > Long.MAX_VALUE - nanoOfDay ? S7Scalar.INVALID : start + nanoOfDay;
    }

    static int put(long bits, ByteBuffer wire, int at) {
        if (bits < 0) {
            return StatusCode.BAD_OUT_OF_RANGE;
        }
        long epochDay = bits / Calendar.NANOS_PER_DAY;
        long nanoOfDay = bits % Calendar.NANOS_PER_DAY;
        int second = (int) (nanoOfDay / NANOS_PER_SECOND);
        wire.putShort(at, (short) Calendar.year(epochDay));
        wire.put(at + 2, (byte) Calendar.month(epochDay));
        wire.put(at + 3, (byte) Calendar.day(epochDay));
        wire.put(at + 4, (byte) Calendar.weekday(epochDay));
        wire.put(at + 5, (byte) (second / 3600));
        wire.put(at + 6, (byte) (second / 60 % 60));
        wire.put(at + 7, (byte) (second % 60));
        wire.putInt(at + 8, (int) (nanoOfDay % NANOS_PER_SECOND));
        return StatusCode.GOOD;
    }
}
