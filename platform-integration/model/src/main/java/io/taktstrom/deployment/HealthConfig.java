package io.taktstrom.deployment;

import java.time.Duration;
import java.util.Map;

import io.taktstrom.model.ScanClass;
import org.jspecify.annotations.Nullable;

/**
 * How old samples may become before that is a reason not to be well.
 *
 * @param maxAge of all scan classes that say nothing else; null for what follows from the cycle; zero for never
 * @param maxWait how long samples may wait for a sink; null for any time
 * @param scanClasses of these scan classes, by name; zero for never
 */
public record HealthConfig(
        @Nullable Duration maxAge, @Nullable Duration maxWait, Map<String, Duration> scanClasses) {

    public static final HealthConfig STANDARD = new HealthConfig(null, null, Map.of());

    /** Less is a network that hiccups, and a device that is asked for much at once. */
    private static final Duration MIN_AGE = Duration.ofSeconds(10);

    private static final int CYCLES = 10;

    public HealthConfig {
        scanClasses = Map.copyOf(scanClasses);
    }

    /**
     * Of one scan class. What comes at each cycle is old after ten of them, and ten seconds at least; what comes on change has no
     * age that is not configured.
     *
     * @return null when its samples are never too old
     */
    public @Nullable Duration maxAgeOf(ScanClass scan) {
        Duration stated = scanClasses.getOrDefault(scan.name(), maxAge);
        if (stated != null) {
            return stated.isZero() ? null : stated;
        }
        if (scan.mode().isOnChange()) {
            return null;
        }
        Duration several = scan.cycle().multipliedBy(CYCLES).plus(scan.maxDelay());
        return several.compareTo(MIN_AGE) > 0 ? several : MIN_AGE;
    }
}
