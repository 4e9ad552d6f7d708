package io.taktstrom.runtime.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.DataType;

/** Times as people type them: as IEC 61131-3 writes literals (6.3.5), with or without their prefix, or as ISO 8601. */
final class TimeInput {

    private static final int LONGEST = 100;
    private static final String NUMBER = "(\\d{1,20}(?:\\.\\d{1,9})?)";

    /** {@code 1d2h3m4s5ms6us7ns}; each part may be missing. */
    private static final Pattern PARTS = Pattern.compile("(-)?(?:" + NUMBER + "d)?(?:" + NUMBER + "h)?(?:" + NUMBER
            + "m(?!s))?(?:" + NUMBER + "s)?(?:" + NUMBER + "ms)?(?:" + NUMBER + "us)?(?:" + NUMBER + "ns)?");

    private static final long[] NANOS = {
        86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1000L, 1L
    };

    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);

    private TimeInput() {}

    /** @throws IllegalArgumentException when the text is none; the message shows the forms */
    static Duration duration(DataType type, String text) {
        String bare = bare(text, "L?TIME|L?T").toLowerCase(Locale.ROOT).replace("_", "");
        Matcher parts = PARTS.matcher(bare);
        if (bare.length() > 1 && bare.length() <= LONGEST && parts.matches()) {
            BigDecimal nanos = BigDecimal.ZERO;
            for (int i = 0; i < NANOS.length; i++) {
                String number = parts.group(i + 2);
                if (number != null) {
                    nanos = nanos.add(new BigDecimal(number).multiply(BigDecimal.valueOf(NANOS[i])));
                }
            }
            BigDecimal[] split = nanos.setScale(0, RoundingMode.HALF_UP).divideAndRemainder(NANOS_PER_SECOND);
            // Even the longest numbers are far from what a Duration holds, but for days.
            if (split[0].precision() <= 18) {
                Duration duration = Duration.ofSeconds(split[0].longValue(), split[1].longValue());
                return parts.group(1) == null ? duration : duration.negated();
            }
        }
        return iso(type, text, text.strip(), Duration::parse, "250ms, 1d2h30m, T#49d17h2m47s295ms or PT1.5S");
    }

    static LocalDate date(DataType type, String text) {
        return iso(type, text, bare(text, "L?DATE|L?D"), LocalDate::parse, "2026-11-21 or D#2026-11-21");
    }

    static LocalTime timeOfDay(DataType type, String text) {
        return iso(type, text, bare(text, "L?TOD|L?TIME_OF_DAY"), LocalTime::parse, "07:05:09.250 or TOD#07:05:09.250");
    }

    static LocalDateTime dateAndTime(DataType type, String text) {
        // In IEC's own form a hyphen stands between date and time.
        String bare = bare(text, "L?DT|L?DATE_AND_TIME").replaceFirst("^(\\d{4}-\\d\\d-\\d\\d)[- ]", "$1T");
        return iso(type, text, bare, LocalDateTime::parse, "2026-11-21T07:05:09 or DT#2026-11-21-07:05:09");
    }

    private static String bare(String text, String prefixes) {
        return text.strip().replaceFirst("(?i)^(?:" + prefixes + ")#", "");
    }

    private static <T> T iso(DataType type, String text, String bare, Function<String, T> parse, String forms) {
        try {
            return parse.apply(bare);
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("'" + text + "' is not a valid " + type.text() + "; write " + forms, e);
        }
    }
}
