package io.taktstrom.deployment;

import java.time.Duration;

import io.taktstrom.model.DataPoint;
import org.jspecify.annotations.Nullable;

/**
 * A data point and how it is sampled. The published value is the device's value * scale + offset.
 *
 * @param point name, address, type, unit and labels
 * @param connection name of the connection that has it
 * @param scan name of its scan class
 * @param scale not 0, or a write could not be turned back
 * @param offset in the unit of the published value
 * @param deadband a sample is passed on when the published value differs by more than this from the last one that was;
 *     null to pass every sample
 * @param maxSilence with a deadband: a sample is passed on at the latest so long after the last one; null for never
 * @param limits what commands may make of it, if it is writable at all
 */
public record PointConfig(
        DataPoint point,
        String connection,
        String scan,
        double scale,
        double offset,
        @Nullable Double deadband,
        @Nullable Duration maxSilence,
        WriteLimits limits) {

    public PointConfig {
        if (scale == 0 || !Double.isFinite(scale) || !Double.isFinite(offset)) {
            throw new IllegalArgumentException("point " + point.name() + ": scale " + scale + " and offset " + offset
                    + " must be finite, and scale not 0");
        }
        if (deadband != null && !(deadband >= 0 && Double.isFinite(deadband))) {
            throw new IllegalArgumentException(
                    "point " + point.name() + ": deadband " + deadband + " must be 0 or more");
        }
        if (maxSilence != null && (deadband == null || maxSilence.isZero() || maxSilence.isNegative())) {
            throw new IllegalArgumentException("point " + point.name() + ": maxSilence " + maxSilence
                    + " must be longer than nothing, and needs a deadband");
        }
    }

    /** Without limits of its own for commands. */
    public PointConfig(
            DataPoint point,
            String connection,
            String scan,
            double scale,
            double offset,
            @Nullable Double deadband,
            @Nullable Duration maxSilence) {
        this(point, connection, scan, scale, offset, deadband, maxSilence, WriteLimits.NONE);
    }

    /** A point whose values are published as they are, all of them. */
    public static PointConfig of(DataPoint point, String connection, String scan) {
        return new PointConfig(point, connection, scan, 1, 0, null, null);
    }

    public PointConfig withLimits(WriteLimits newLimits) {
        return new PointConfig(point, connection, scan, scale, offset, deadband, maxSilence, newLimits);
    }

    public String name() {
        return point.name();
    }

    /** Whether the published value is another than the device's. */
    public boolean isScaled() {
        return scale != 1 || offset != 0;
    }
}
