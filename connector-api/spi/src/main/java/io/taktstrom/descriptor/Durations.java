package io.taktstrom.descriptor;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as operators write them: a number with its unit, {@code 50us}, {@code 10ms}, {@code 1.5s}, {@code 2h}. */
public final class Durations {

    /** What a duration must look like, as a regular expression that JSON Schema takes too. */
    public static final String PATTERN = "^\\d{1,9}(\\.\\d{1,9})?(ns|us|ms|s|m|h|d)$";

    private static final Pattern SYNTAX = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ns|us|ms|s|m|h|d)");
    private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us", "ns"};

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException when the text is none; the message shows the form
     */
    public static Duration parse(String text) {
        Matcher matcher = SYNTAX.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration; write a number with a unit, such as 50us, 10ms, 1.5s, 2h");
        }
        BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanos(matcher.group(2))));
        BigDecimal whole = nanos.setScale(0, RoundingMode.HALF_UP);
        if (whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("'" + text + "' is more than 292 years");
        }
        return Duration.ofNanos(whole.longValueExact());
    }

    /** The shortest whole form, for example {@code 1500ms}. */
    public static String format(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        for (String unit : UNITS) {
            if (nanos % nanos(unit) == 0) {
                return nanos / nanos(unit) + unit;
            }
        }
        throw new AssertionError(duration);
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "d" -> 86_400_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "s" -> 1_000_000_000L;
            case "ms" -> 1_000_000L;
            case "us" -> 1_000L;
            default -> 1L;
        };
    }
}
