package io.taktstrom.deployment;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What commands from outside may make of a point. Numbers are published values: after scale and offset. What is null sets no
 * limit.
 *
 * @param min least number, of an array each element
 * @param max greatest number
 * @param values the only values that are allowed, as they would be typed; empty for any
 * @param maxLength most characters of a text, most elements of an array
 * @param maxWrites most writes within {@code per}
 * @param per how long a write counts; longer than nothing
 * @param maxChangePerSecond how far a write may be from the value that is there, for each second since the write before;
 *     at most one second counts, so it is also the largest step
 */
public record WriteLimits(
        @Nullable BigDecimal min,
        @Nullable BigDecimal max,
        List<String> values,
        @Nullable Integer maxLength,
        @Nullable Integer maxWrites,
        Duration per,
        @Nullable BigDecimal maxChangePerSecond) {

    /** Whatever the type holds. */
    public static final WriteLimits NONE =
            new WriteLimits(null, null, List.of(), null, null, Duration.ofSeconds(1), null);

    public WriteLimits {
        values = List.copyOf(values);
        if (min != null && max != null && min.compareTo(max) > 0) {
            throw new IllegalArgumentException("min " + min + " is more than max " + max);
        }
    }
}
