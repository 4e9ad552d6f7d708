package io.taktstrom.deployment;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a browse says of all the points that it finds; see {@link PointConfig} and {@link io.taktstrom.model.DataPoint}.
 *
 * @param scan name of their scan class
 * @param writable whether those may be written that the device lets us write
 * @param unit UCUM code of their unit, {@link #FROM_DEVICE} or empty
 */
public record PointTraits(
        String scan,
        boolean writable,
        String unit,
        double scale,
        double offset,
        @Nullable Double deadband,
        @Nullable Duration maxSilence,
        Map<String, String> labels) {

    /** In place of a unit: what the device says, of an OPC UA variable its EUInformation, of others {@code [kN]} in its comment. */
    public static final String FROM_DEVICE = "fromDevice";

    public PointTraits {
        labels = Map.copyOf(labels);
    }

    /** Values as they are, all of them, without a unit; read-only. */
    public static PointTraits of(String scan) {
        return new PointTraits(scan, false, "", 1, 0, null, null, Map.of());
    }

    boolean isUnitFromDevice() {
        return unit.equals(FROM_DEVICE);
    }
}
