package io.taktstrom.s7.value;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_SECOND;

/** The Gregorian calendar without objects: nanoseconds since 1970 to year, month, day, and back. */
final class Calendar {

    static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;

    /** From 0000-03-01, when this algorithm's years start, to 1970-01-01. */
    private static final int DAYS_TO_1970 = 719_468;

    private static final int DAYS_PER_400_YEARS = 146_097;

    private Calendar() {}

    static boolean isDate(int year, int month, int day) {
        return month >= 1 && month <= 12 && day >= 1 && day <= lengthOf(year, month);
    }

    private static int lengthOf(int year, int month) {
        if (month == 2) {
            boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            return leap ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    static boolean isTime(int hour, int minute, int second) {
        return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
    }

    /** Days since 1970-01-01 of a date after the year 0. A year that starts in March has its leap day at its end. */
    static long epochDay(int year, int month, int day) {
        int y = month > 2 ? year : year - 1;
        int monthFromMarch = (month + 9) % 12;
        int dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1;
        return 365L * y + y / 4 - y / 100 + y / 400 + dayOfYear - DAYS_TO_1970;
    }

    static int year(long epochDay) {
        long fromMarch = yearFromMarch(epochDay);
        return (int) (monthFromMarch(epochDay) < 10 ? fromMarch : fromMarch + 1);
    }

    static int month(long epochDay) {
        return (monthFromMarch(epochDay) + 2) % 12 + 1;
    }

    static int day(long epochDay) {
        return dayOfYear(epochDay) - (153 * monthFromMarch(epochDay) + 2) / 5 + 1;
    }

    /** 1 for Sunday to 7 for Saturday, as S7 CPUs count. */
    static int weekday(long epochDay) {
        // 1970-01-01 was a Thursday.
        return (int) Math.floorMod(epochDay + 4, 7L) + 1;
    }

    private static int monthFromMarch(long epochDay) {
        return (5 * dayOfYear(epochDay) + 2) / 153;
    }

    private static int dayOfYear(long epochDay) {
        long year = Math.floorMod(yearFromMarch(epochDay), 400L);
        return (int) (dayOf400Years(epochDay) - (365 * year + year / 4 - year / 100));
    }

    private static long yearFromMarch(long epochDay) {
        long day = dayOf400Years(epochDay);
        long year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        return year + 400 * Math.floorDiv(epochDay + DAYS_TO_1970, (long) DAYS_PER_400_YEARS);
    }

    private static long dayOf400Years(long epochDay) {
        return Math.floorMod(epochDay + DAYS_TO_1970, (long) DAYS_PER_400_YEARS);
    }
}
