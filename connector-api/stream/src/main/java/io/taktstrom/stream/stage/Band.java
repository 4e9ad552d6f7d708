package io.taktstrom.stream.stage;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How far a value must move to be worth a sample.
 *
 * @param threshold it passes when it differs by more than this from the last one that passed; 0 for any change
 * @param maxSilence one passes at the latest so long after the last one, changed or not; null for never
 */
public record Band(double threshold, @Nullable Duration maxSilence) {

    public Band {
        if (!(threshold >= 0)) {
            throw new IllegalArgumentException("deadband " + threshold + " must be 0 or more");
        }
        if (maxSilence != null && (maxSilence.isZero() || maxSilence.isNegative())) {
            throw new IllegalArgumentException("maxSilence " + maxSilence + " must be longer than nothing");
        }
    }

    /** In the point's own unit. */
    public static Band absolute(double threshold) {
        return new Band(threshold, null);
    }

    /**
     * A percentage of the range that the value normally has; OPC UA calls this the percent deadband (Part 8, 7.2).
     *
     * @param percent 0 to 100
     * @param low lower end of the range
     * @param high upper end of the range
     */
    public static Band percent(double percent, double low, double high) {
        if (!(percent >= 0 && percent <= 100) || !(low < high)) {
            throw new IllegalArgumentException(
                    "deadband of " + percent + " percent of " + low + ".." + high + ": wants 0..100 of a range");
        }
        return new Band(percent / 100 * (high - low), null);
    }

    public Band withMaxSilence(Duration newMaxSilence) {
        return new Band(threshold, newMaxSilence);
    }
}
