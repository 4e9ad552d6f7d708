package io.taktstrom.s7.simulator.memory;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import io.taktstrom.model.ScalarType;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;
import static io.taktstrom.data.EpochNanoClock.NANOS_PER_SECOND;

/**
 * The elementary types of STEP 7: how many bytes they have in the CPU, and what these mean. All are big-endian.
 *
 * <pre>
 *  S5TIME, TIMER   | 0 0 base | digit | digit | digit |   BCD; base: 0 10 ms, 1 100 ms, 2 1 s, 3 10 s
 *  COUNTER         | 0        | digit | digit | digit |   BCD
 *  DATE            | days since 1990-01-01            |
 *  DATE_AND_TIME   | yy | MM | dd | HH | mm | ss | cs | ms, weekday |   BCD; yy from 90 is 19yy; 1 is Sunday
 *  DTL             | year 2 | month | day | weekday | hour | minute | second | nanoseconds 4 |
 * </pre>
 *
 * @see "SIMATIC STEP 7 V5.6 manual 'Programming with STEP 7', A.3 data types; S7-1200 system manual, 'Date and time'"
 */
public enum Elementary implements Element {
    BOOL(1, ScalarType.BOOL),
    BYTE(1, ScalarType.BYTE),
    WORD(2, ScalarType.WORD),
    DWORD(4, ScalarType.DWORD),
    LWORD(8, ScalarType.LWORD),
    SINT(1, ScalarType.SINT),
    USINT(1, ScalarType.USINT),
    INT(2, ScalarType.INT),
    UINT(2, ScalarType.UINT),
    DINT(4, ScalarType.DINT),
    UDINT(4, ScalarType.UDINT),
    LINT(8, ScalarType.LINT),
    ULINT(8, ScalarType.ULINT),
    REAL(4, ScalarType.REAL),
    LREAL(8, ScalarType.LREAL),
    CHAR(1, ScalarType.CHAR),
    WCHAR(2, ScalarType.WCHAR),
    S5TIME(2, ScalarType.TIME),
    TIME(4, ScalarType.LTIME),
    LTIME(8, ScalarType.LTIME),
    DATE(2, ScalarType.LDATE),
    TOD(4, ScalarType.TOD),
    LTOD(8, ScalarType.LTOD),
    DATE_AND_TIME(8, ScalarType.LDT),
    LDT(8, ScalarType.LDT),
    DTL(12, ScalarType.LDT),
    TIMER(2, ScalarType.TIME),
    COUNTER(2, ScalarType.UINT);

    private static final long NANOS_PER_DAY = Duration.ofDays(1).toNanos();
    private static final long FIRST_DATE = LocalDate.of(1990, 1, 1).toEpochDay();
    private static final long MAX_DIGITS = 999;
    private static final DateTimeFormatter DIGITS = DateTimeFormatter.ofPattern("uuMMddHHmmssSSS");

    private final int bytes;
    private final ScalarType dataType;

    Elementary(int bytes, ScalarType dataType) {
        this.bytes = bytes;
        this.dataType = dataType;
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public ScalarType dataType() {
        return dataType;
    }

    @Override
    public String text() {
        return name();
    }

    @Override
    public boolean store(ByteBuffer image, int imageAt, ByteBuffer memory, int at, int bit) {
        return put(dataType.bits(image, imageAt), memory, at, bit);
    }

    @Override
    public void load(ByteBuffer memory, int at, int bit, ByteBuffer image, int imageAt) {
        dataType.putBits(image, imageAt, get(memory, at, bit));
    }

    /**
     * Stores a value.
     *
     * @param value its bits, as {@link ScalarType} has them
     * @return false if the type cannot hold it
     */
    public boolean put(long value, ByteBuffer memory, int at, int bit) {
        return switch (this) {
            case BOOL -> write(memory, at, 1, value == 0 ? memory.get(at) & ~(1 << bit) : memory.get(at) | (1 << bit));
            case REAL -> write(memory, at, bytes, Float.floatToRawIntBits((float) Double.longBitsToDouble(value)));
            case S5TIME, TIMER -> putS5Time(value, memory, at);
            case COUNTER -> value >= 0 && value <= MAX_DIGITS && write(memory, at, bytes, toBcd(value));
            case TIME -> {
                long millis = value / NANOS_PER_MILLI;
                yield millis * NANOS_PER_MILLI == value && millis == (int) millis && write(memory, at, bytes, millis);
            }
            case TOD ->
                value % NANOS_PER_MILLI == 0 && isOfDay(value) && write(memory, at, bytes, value / NANOS_PER_MILLI);
            case LTOD -> isOfDay(value) && write(memory, at, bytes, value);
            case DATE -> {
                long days = Math.floorDiv(value, NANOS_PER_DAY) - FIRST_DATE;
                yield days >= 0 && days <= 0xFFFF && write(memory, at, bytes, days);
            }
            case DATE_AND_TIME -> putDateAndTime(dateTime(value), memory, at);
            case DTL -> putDtl(dateTime(value), memory, at);
            default -> write(memory, at, bytes, value);
        };
    }

    private long get(ByteBuffer memory, int at, int bit) {
        long raw = bytes > Long.BYTES ? 0 : read(memory, at, bytes);
        return switch (this) {
            case BOOL -> (raw >> bit) & 1;
            case SINT -> (byte) raw;
            case INT -> (short) raw;
            case DINT -> (int) raw;
            case REAL -> Double.doubleToRawLongBits(Float.intBitsToFloat((int) raw));
            case S5TIME, TIMER -> fromBcd(raw & 0xFFF) * centis((int) (raw >> 12) & 3);
            case COUNTER -> fromBcd(raw & 0xFFF);
            case TIME -> (int) raw * NANOS_PER_MILLI;
            case TOD -> raw * NANOS_PER_MILLI;
            case DATE -> (FIRST_DATE + raw) * NANOS_PER_DAY;
            case DATE_AND_TIME -> nanos(dateAndTime(raw));
            case DTL -> nanos(dtl(memory, at));
            default -> raw;
        };
    }

    // ---- bytes

    private static boolean write(ByteBuffer memory, int at, int bytes, long value) {
        for (int i = 0; i < bytes; i++) {
            memory.put(at + i, (byte) (value >>> (8 * (bytes - 1 - i))));
        }
        return true;
    }

    private static long read(ByteBuffer memory, int at, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = (value << 8) | (memory.get(at + i) & 0xFF);
        }
        return value;
    }

    /** 127 is 0x127. */
    private static long toBcd(long number) {
        return Long.parseLong(Long.toString(number), 16);
    }

    /** As {@link #toBcd}, back; fails for what is not a digit. */
    private static int fromBcd(long digits) {
        return Integer.parseInt(Long.toHexString(digits));
    }

    // ---- times

    private static boolean isOfDay(long nanos) {
        return nanos >= 0 && nanos < NANOS_PER_DAY;
    }

    /** Nanoseconds of a time base. */
    private static long centis(int base) {
        return 10 * NANOS_PER_MILLI * (long) Math.pow(10, base);
    }

    /** With the finest base that has room for it. */
    private static boolean putS5Time(long nanos, ByteBuffer memory, int at) {
        for (int base = 0; base <= 3 && nanos >= 0; base++) {
            long units = nanos / centis(base);
            if (units <= MAX_DIGITS) {
                return units * centis(base) == nanos && write(memory, at, 2, ((long) base << 12) | toBcd(units));
            }
        }
        return false;
    }

    private static LocalDateTime dateTime(long nanos) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(nanos, NANOS_PER_SECOND), (int) Math.floorMod(nanos, NANOS_PER_SECOND), ZoneOffset.UTC);
    }

    private static long nanos(LocalDateTime time) {
        return Math.addExact(
                Math.multiplyExact(time.toLocalDate().toEpochDay(), NANOS_PER_DAY),
                time.toLocalTime().toNanoOfDay());
    }

    /** 1 for Sunday. */
    private static int weekday(LocalDateTime time) {
        return time.getDayOfWeek().getValue() % 7 + 1;
    }

    private static boolean putDateAndTime(LocalDateTime time, ByteBuffer memory, int at) {
        if (time.getYear() < 1990 || time.getYear() > 2089 || time.toLocalTime().toNanoOfDay() % NANOS_PER_MILLI != 0) {
            return false;
        }
        String digits = DIGITS.format(time) + weekday(time);
        return write(memory, at, 8, Long.parseUnsignedLong(digits, 16));
    }

    private static LocalDateTime dateAndTime(long raw) {
        String digits = "%016x".formatted(raw);
        LocalDateTime time = LocalDateTime.parse(digits.substring(0, 15), DIGITS);
        return time.getYear() < 2090 ? time : time.minusYears(100);
    }

    private static boolean putDtl(LocalDateTime time, ByteBuffer memory, int at) {
        if (time.getYear() < 1970 || time.getYear() > 2262) {
            return false;
        }
        int date = time.getMonthValue() << 24 | time.getDayOfMonth() << 16 | weekday(time) << 8 | time.getHour();
        write(memory, at, 2, time.getYear());
        write(memory, at + 2, 4, date);
        write(memory, at + 6, 2, time.getMinute() << 8 | time.getSecond());
        return write(memory, at + 8, 4, time.getNano());
    }

    private static LocalDateTime dtl(ByteBuffer memory, int at) {
        return LocalDateTime.of(
                (int) read(memory, at, 2),
                memory.get(at + 2),
                memory.get(at + 3),
                memory.get(at + 5),
                memory.get(at + 6),
                memory.get(at + 7),
                (int) read(memory, at + 8, 4));
    }
}
